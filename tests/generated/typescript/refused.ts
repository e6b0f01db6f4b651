// What does not compile: each line that ends in "refused", and no other.
import createClient from "openapi-fetch";
import type { components, paths } from "./riftcheck.js";

const api = createClient<paths>({ baseUrl: "http://127.0.0.1:8000" });
const validate = "/v1/decks/validate";

await api.POST(validate, { body: { deck: { text: "3 Cleave" } } });
await api.POST(validate, { body: { deck: { main: [{ name: "Cleave" }], champion: null } } });
await api.POST(validate, { body: { deck: 5 } }); // refused
await api.POST(validate, { body: { deck: { text: 5 } } }); // refused
await api.POST(validate, { body: { deck: { main: [{ count: 3 }] } } }); // refused
await api.POST(validate, { body: { deck: { code: "CEAA" }, level: "middle" } }); // refused
await api.POST(validate, { body: { deck: { code: "CEAA" }, level: "low" } });
await api.POST("/v1/goldfish", { body: { games: 5 } }); // refused
await api.POST("/v1/goldfish", { body: { deck: { code: "CEAA" }, games: 5 } });
await api.POST("/v1/goldfish", { body: { sweep: { code: "CEAA" } } });
await api.GET("/v1/goldfish/{job_id}"); // refused

export function isTooSmall(issue: components["schemas"]["Issue"]): boolean {
  return issue.code === "main-sise" || issue.zone === "main"; // refused
}
export function won(job: components["schemas"]["JobAnswer"]): number | null {
  const result = job.result;
  if (result?.kind === "goldfish") return result.all.score.won.value;
  if (result?.kind === "compare") return result.all.score.won.value; // refused
  if (result?.kind === "goldfsh") return null; // refused
  return result?.all.games ?? null; // refused
}
export function points(view: components["schemas"]["GameView"]): string {
  return view.players[0]?.points; // refused
}
