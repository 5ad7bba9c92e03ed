// A headless browser on pages of this machine, under the strictest policy of content.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];
export const program = (process.env.PATH ?? "")
  .split(":")
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find(existsSync);

export const html = (script) =>
  `<!doctype html><meta charset="utf-8"><title>test</title><script type="module" src="/${script}"></script>`;
export const file = (path) => readFileSync(new URL(`../${path}`, import.meta.url));
const TYPES = { js: "text/javascript", mjs: "text/javascript", json: "application/json", txt: "text/plain" };

/** What the page at / of these files posts when it has ended. */
export async function inBrowser(files, elsewhere = "") {
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
    const content = files[request.url];
    response.writeHead(content === undefined ? 404 : 200, {
      "content-type": TYPES[request.url.split(".").pop()] ?? "text/html",
      "content-security-policy": `default-src 'none'; script-src 'self'; connect-src 'self' ${elsewhere}; frame-src 'self'`,
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

