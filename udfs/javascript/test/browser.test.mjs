// The conformance files and two tabs in a headless browser, under the strictest policy of content.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];
const program = (process.env.PATH ?? "")
  .split(":")
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find(existsSync);

const HTML = (script) =>
  `<!doctype html><meta charset="utf-8"><title>test</title><script type="module" src="/${script}"></script>`;
const file = (path) => readFileSync(new URL(`../${path}`, import.meta.url));
const FILES = {
  "/": HTML("page.mjs"),
  "/tab": HTML("tab.mjs"),
  "/page.mjs": file("test/page.mjs"),
  "/tab.mjs": file("test/tab.mjs"),
  "/conformance.js": file("build/conformance.js"),
  "/spark-ldp.global.js": file("dist/spark-ldp.global.js"),
  "/integrity.txt": file("dist/integrity.txt"),
  "/draws.json": file("conformance/draws.json"),
  "/questions.json": file("conformance/questions.json"),
};
const TYPES = { js: "text/javascript", mjs: "text/javascript", json: "application/json", txt: "text/plain" };

/** What the page at / posts when it has ended. */
async function inBrowser() {
  let ended;
  const result = new Promise((done) => (ended = done));
  const server = createServer((request, response) => {
    if (request.method === "POST") {
      let body = "";
      request.on("data", (chunk) => (body += chunk)).on("end", () => {
        response.end();
        ended(JSON.parse(body));
      });
      return;
    }
    const content = FILES[request.url];
    response.writeHead(content === undefined ? 404 : 200, {
      "content-type": TYPES[request.url.split(".").pop()] ?? "text/html",
      "content-security-policy": "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'",
    });
    response.end(content);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const profile = mkdtempSync(join(tmpdir(), "spark-ldp-"));
  const arguments_ = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"];
  arguments_.push("--disable-background-networking", "--disable-component-update", "--disable-sync");
  arguments_.push(`--user-data-dir=${profile}`, "--remote-debugging-port=0", `http://127.0.0.1:${server.address().port}/`);
  const browser = spawn(program, arguments_, { stdio: "ignore", detached: true });
  const timer = setTimeout(() => ended({ wrong: ["the page did not end in 120 s"] }), 120_000);
  try {
    return await result;
  } finally {
    clearTimeout(timer);
    const gone = new Promise((done) => browser.once("exit", done));
    process.kill(-browser.pid, "SIGKILL"); // its own group of processes
    await gone;
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

test("a browser draws, verifies and answers as Node does", { skip: !program && !process.env.CI && "no browser here" }, async () => {
  assert.ok(program, "continuous integration must have a browser; install chromium");
  const found = await inBrowser();
  assert.deepEqual(found.wrong, []);
  assert.ok(found.draws > 700 && found.questions > 50, JSON.stringify(found));
  assert.deepEqual(found.tabs, { envelopes: 1, answers: 1 });
  assert.equal(found.script, "function");
});
