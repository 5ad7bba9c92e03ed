/*
 * The repository's pages as a site: one index, search, light and dark. Pages stay where they are
 * and as they are; what only GitHub shows as meant is turned here.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";

const here = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const root = resolve(here, "../..");
const outDir = join(root, "jobs/target/documentation");
const files = new Set();

/** An estimate with its interval. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="#5672cd">' +
  '<rect y="6.5" width="16" height="3" rx="1.5" opacity=".5"/><circle cx="8" cy="8" r="4"/></svg>';

/** The groups of the index of pages, and its links in their order. */
const index = "jobs/docs/README";
const sidebar = readFileSync(join(root, index + ".md"), "utf8")
  .split(/^## /m)
  .slice(1)
  .map((part, place) => ({
    text: part.split("\n", 1)[0],
    items: [...part.matchAll(/^\* \[([^\]]+)\]\(([^)#]+)\.md(#[^)]*)?\)/gm)].map(([, text, link, anchor]) => ({
      text,
      link: "/" + relative(root, resolve(root, dirname(index), link)) + (anchor ?? ""),
    })),
    collapsed: place > 1,
  }));
sidebar[0].items.unshift({ text: "Start here", link: "/README" });

/** A copy's name: browsers show texts, and keep notebooks as they are. */
const shown = (name) => (name.endsWith(".ipynb") ? name : name + ".txt");

/** Links to folders mean their page; links to other files mean a copy of the file. */
function links(markdown) {
  const render = markdown.renderer.rules.link_open ?? ((tokens, i, options, _, self) => self.renderToken(tokens, i, options));
  markdown.core.ruler.push("local-links", (state) => {
    const path = state.env.realPath ?? state.env.path;
    if (!path) {
      return; // a title alone
    }
    const from = dirname(path);
    for (const block of state.tokens) {
      for (const token of block.children ?? []) {
        const href = token.type === "link_open" ? token.attrGet("href") : null;
        if (!href || /^(#|\/|[a-z]+:)/.test(href)) {
          continue;
        }
        const [path, anchor] = href.split("#");
        const target = resolve(from, decodeURI(path));
        if (path.endsWith(".md") || path.endsWith(".html") || !existsSync(target)) {
          continue;
        }
        if (statSync(target).isDirectory()) {
          const instead = [target + ".md", join(target, "README.md")].find(existsSync);
          if (instead) {
            token.attrSet("href", "/" + relative(root, instead).slice(0, -3) + (anchor ? "#" + anchor : ""));
          }
        } else {
          const name = relative(root, target);
          files.add(name);
          token.attrSet("href", "/files/" + shown(name));
          token.attrSet("target", "_self");
        }
      }
    }
  });
  markdown.renderer.rules.link_open = render;
}

export default defineConfig({
  title: "spark-ldp",
  description: "Local differential privacy on Apache Spark",
  lang: "en",
  srcDir: root,
  outDir,
  cacheDir: join(root, "jobs/target/vitepress"),
  srcExclude: ["**/target/**", "**/node_modules/**", "shared/**", ".*/**"],
  // Folders are linked as folders, which have a page beside them.
  ignoreDeadLinks: [/\/index$/],
  rewrites: { "jobs/site/index.md": "index.md" },
  head: [["link", { rel: "icon", href: "data:image/svg+xml," + encodeURIComponent(icon) }]],
  base: process.env.LDP_SITE_BASE ?? "/",
  cleanUrls: false,
  metaChunk: true,
  markdown: {
    config: links,
    languageAlias: { conf: "ini", hocon: "ini" },
  },
  vite: {
    publicDir: false,
    // Pages lie outside this folder, and what they are made with inside.
    resolve: {
      alias: [
        { find: /^vue\/server-renderer$/, replacement: join(here, "node_modules/vue/server-renderer/index.mjs") },
        { find: /^vue$/, replacement: join(here, "node_modules/vue/dist/vue.runtime.esm-bundler.js") },
      ],
    },
    plugins: [
      {
        name: "pages-of-the-repository",
        enforce: "pre",
        transform(code, id) {
          if (!id.endsWith(".md")) {
            return null;
          }
          // Marks for the tests that write parts of pages.
          return code.replace(/<!--[\s\S]*?-->\n?/g, "");
        },
      },
    ],
  },
  themeConfig: {
    nav: [
      { text: "Guide", link: "/README" },
      { text: "Reference", link: "/jobs/docs/commands" },
      { text: "Protocols", link: "/udfs/docs/protocols" },
      { text: "All pages", link: "/jobs/docs/README" },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
  },
  buildEnd() {
    for (const name of files) {
      const copy = join(outDir, "files", shown(name));
      mkdirSync(dirname(copy), { recursive: true });
      cpSync(join(root, name), copy);
    }
  },
});
