// Builds the package into dist/: an ES module, one script for pages with its integrity hash, and types; and into
// build/ the tests, which see the sources.
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

process.chdir(import.meta.dirname);
rmSync("dist", { recursive: true, force: true });
rmSync("build", { recursive: true, force: true });
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "."], { stdio: "inherit" });

const plain = { bundle: true, minify: true, target: "es2022", charset: "utf8", logLevel: "warning" };
await build({ ...plain, entryPoints: ["src/index.ts"], format: "esm", outfile: "dist/spark-ldp.js" });
await build({
  ...plain,
  entryPoints: ["src/index.ts"],
  format: "iife",
  globalName: "sparkLdp",
  outfile: "dist/spark-ldp.global.js",
});
const hash = createHash("sha384").update(readFileSync("dist/spark-ldp.global.js")).digest("base64");
writeFileSync("dist/integrity.txt", `sha384-${hash}\n`);

const seen = { ...plain, minify: false, format: "esm", outdir: "build" };
await build({ ...seen, entryPoints: ["test/conformance.ts"] });

// The page's examples, as its reader would compile them against the package.
const page = readFileSync("../docs/devices.md", "utf8");
const [example, table] = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
writeFileSync("build/example.ts", example);
writeFileSync(
  "build/table.ts",
  `import { ownStore, Question } from "spark-ldp";
export async function answer(signed: string, file: Parameters<typeof ownStore>[0], pinnedKeys: string[], transport: () => Promise<void>) {
${table}}`,
);
writeFileSync(
  "build/tsconfig.json",
  JSON.stringify({
    extends: "../tsconfig.json",
    compilerOptions: { rootDir: "..", noEmit: true, declaration: false, emitDeclarationOnly: false, paths: { "spark-ldp": ["../dist/types/index.d.ts"] } },
    include: ["example.ts", "table.ts"],
  }),
);
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "build"], { stdio: "inherit" });
await build({ ...seen, entryPoints: ["build/example.ts"], alias: { "spark-ldp": "./src/index.ts" } });
