/* The usual theme, with the demo's picture at the door. */
import DefaultTheme from "vitepress/theme";
import { h } from "vue";
import demo from "../../../docs/images/demo.svg";
import "./style.css";

const alt = "Estimates of people by country with their intervals, beside the truth";

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "home-hero-image": () => h("img", { class: "demo", src: demo, alt }) }),
};
