// What a deck site does with the types that openapi-typescript makes of the document.
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import createClient from "openapi-fetch";
import type { components, paths } from "./riftcheck.js";

type Schemas = components["schemas"];
type Deck = Schemas["DeckList"];
type Told = { verdict: Schemas["Verdict"]; codes: Schemas["IssueCode"][] };

const [address, path] = process.argv.slice(2);
if (address === undefined || path === undefined) throw new Error("give the address of a server and a list");
const api = createClient<paths>({ baseUrl: address });
const deck: Deck = { text: readFileSync(path, "utf-8") };

async function told(deck: Deck): Promise<Told> {
  const body = { deck, date: "2026-01-28" };
  const { data, error } = await api.POST("/v1/decks/validate", { body });
  if (data === undefined) throw new Error(error.detail);
  return { verdict: data.verdict, codes: data.issues.filter((one) => one.severity === "error").map((one) => one.code) };
}

async function names(): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | undefined = undefined; ; ) {
    const query: { limit: number; cursor?: string } = cursor === undefined ? { limit: 250 } : { limit: 250, cursor };
    const { data, error } = await api.GET("/v1/cards", { params: { query } });
    if (data === undefined) throw new Error(error.detail);
    found.push(...data.data.map((card) => card.name));
    if (data.next === null) return found;
    cursor = new URL(data.next, address).searchParams.get("cursor") ?? undefined;
  }
}

async function goldfished(): Promise<Schemas["JobAnswer"]> {
  const body = { deck, games: 4, seed: 7, date: "2026-01-28" };
  const begun = await patient(() => api.POST("/v1/goldfish", { body }));
  if (begun.data === undefined) throw new Error(begun.error.detail);
  const params = { path: { job_id: begun.data.id } };
  for (;;) {
    const { data, error, response } = await patient(() => api.GET("/v1/goldfish/{job_id}", { params }));
    if (data === undefined) throw new Error(error?.detail);
    if (data.ended !== null) return data;
    await wait(response);
  }
}

async function wait(response: Response): Promise<void> {
  await pause(1000 * Number(response.headers.get("Retry-After") ?? 1));
}

// A server that is busy says when to come again.
async function patient<T extends { response: Response }>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer.response.status !== 503) return answer;
    await wait(answer.response);
  }
}

const job = await goldfished();
const result = job.result;
if (result?.kind !== "goldfish") throw new Error(`the job has no result: ${job.problem}`);
const won: number | null = result.all.score.won.value;
const legal = await told(deck);
const illegal = await told({ main: ["Cleave"], champion: null });
console.log(JSON.stringify({ legal, illegal, names: await names(), state: job.state, games: result.games, won }));
