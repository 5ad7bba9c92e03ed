// The sample collector: a full disk spoils no line, and a second collector leaves a living one's file alone.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

const hasJava = spawnSync("java", ["-version"]).status === 0;
const SOURCE = new URL("../sample/Collector.java", import.meta.url).pathname;

test("half a line never stays, and a living collector's file is its own", { skip: !hasJava && "no java" }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "spark-ldp-collector-"));
  const started = [];
  const classes = mkdtempSync(join(tmpdir(), "spark-ldp-classes-"));
  assert.equal(spawnSync("javac", ["-J-XX:TieredStopAtLevel=1", "-d", classes, SOURCE]).status, 0); // once for four starts
  const start = async (limits) => {
    const run = `${limits}exec java -XX:-UsePerfData -XX:TieredStopAtLevel=1 -cp ${classes} Collector ${folder} 0`;
    const one = spawn("bash", ["-c", run], { stdio: ["ignore", "pipe", "ignore"] });
    started.push(one);
    for await (const said of one.stdout) {
      const port = /port (\d+)/.exec(said);
      if (port) return { one, url: `http://127.0.0.1:${port[1]}/` };
    }
    throw new Error("the collector did not start");
  };
  const post = (url, body) => fetch(url, { method: "POST", body }).then(({ status }) => status, () => "failed");
  const ended = ({ one }, signal) => new Promise((done) => (one.once("exit", done), one.kill(signal)));
  const files = () => readdirSync(folder).map((name) => [name.split(".").pop(), readFileSync(join(folder, name), "utf8")]);
  try {
    const small = await start("ulimit -f 8; "); // files of 8 KiB at most, as on a full disk
    const [first, tooLong, last] = ["a", "b", "c"].map((c, i) => `${c.repeat([5000, 5000, 100][i])}\n`);
    assert.equal(await post(small.url, first), 204);
    assert.notEqual(await post(small.url, tooLong), 204);
    assert.equal(await post(small.url, last), 204);
    assert.deepEqual(files(), [["part", first + last]]);
    const second = await start("");
    assert.deepEqual(files(), [["part", first + last]]);
    assert.equal(await post(small.url, last), 204);
    await ended(second, "SIGTERM");
    await ended(small, "SIGKILL");
    await ended(await start(""), "SIGTERM");
    assert.deepEqual(files(), [["jsonl", first + last + last]]);
  } finally {
    started.forEach((one) => one.kill("SIGKILL"));
    [folder, classes].forEach((each) => rmSync(each, { recursive: true, force: true }));
  }
});
