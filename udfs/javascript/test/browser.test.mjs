// The conformance files, two tabs and the page's example in a headless browser.
import assert from "node:assert/strict";
import test from "node:test";
import { file, html, inBrowser, program } from "./browser.mjs";

const DAILY = JSON.parse(file("conformance/questions.json")).find(({ name }) => name === "a domain that is closed");

const FILES = {
  "/": html("page.mjs"),
  "/tab": html("tab.mjs"),
  "/page.mjs": file("test/page.mjs"),
  "/tab.mjs": file("test/tab.mjs"),
  "/conformance.js": file("build/conformance.js"),
  "/example.js": `${file("build/example.js")}`.replace(/MFkw[^"]*[.]{3}/, DAILY.options.pinnedKeys[0]),
  "/question.jws": DAILY.jws,
  "/spark-ldp.global.js": file("dist/spark-ldp.global.js"),
  "/integrity.txt": file("dist/integrity.txt"),
  "/draws.json": file("conformance/draws.json"),
  "/tables.json": file("conformance/tables.json"),
  "/questions.json": file("conformance/questions.json"),
};

test("a browser draws, verifies and answers as Node does", { skip: !program && !process.env.CI && "no browser here" }, async () => {
  assert.ok(program, "continuous integration must have a browser; install chromium");
  const found = await inBrowser(FILES);
  assert.deepEqual(found.wrong, []);
  assert.ok(found.draws > 700 && found.questions > 50, JSON.stringify(found));
  assert.deepEqual(found.tabs, { envelopes: 1, answers: 1 });
  assert.equal(found.script, "function");
  assert.deepEqual(found.example, { answers: ["sent", "sent"], envelopes: 1 });
});
