"use strict";

// A sentence ends with a full stop, a question mark or an exclamation mark before a space and a capital letter, a
// digit, a quotation mark or inline code. Inline code counts as one word, and an image as none.
const END = /(?<!\b(?:e\.g|i\.e|cf|vs|etc|approx|No))[.!?]["”’)\]]*\s+(?=[A-Z0-9"“‘(<&\u0000])/u;
const WORD = /[\p{L}\p{N}\u0000][^\s—–]*/gu;
const MOST = 35;
const CODE = "\u0000";

function textOf(node) {
  if (node.type === "Str") return node.value;
  if (node.type === "Code") return CODE;
  if (node.type === "Break") return "\n";
  return (node.children ?? []).map(textOf).join("");
}

module.exports = (context) => ({
  [context.Syntax.Paragraph](node) {
    if (node.parent.type === context.Syntax.BlockQuote) return;
    for (const sentence of textOf(node).split(END)) {
      const words = sentence.match(WORD) ?? [];
      if (words.length > MOST) {
        const start = words.slice(0, 5).join(" ").replaceAll(CODE, "`…`");
        context.report(node, new context.RuleError(`a sentence of ${words.length} words, ${MOST} are allowed: ${start} …`));
      }
    }
  },
});
