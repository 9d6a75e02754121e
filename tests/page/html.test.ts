import { describe, expect, test } from "vitest";
import { type Content, dataBlock, html, when } from "../../src/page/html.ts";

describe("html", () => {
  test.each<{ readonly name: string; readonly content: Content; readonly expected: string }>([
    {
      name: "text is escaped",
      content: `<b>&"'</b>`,
      expected: "<p>&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;</p>",
    },
    { name: "HTML is not escaped again", content: html`<b>${"<"}</b>`, expected: "<p><b>&lt;</b></p>" },
    { name: "a list is its members", content: ["<", html`<br>`, 3], expected: "<p>&lt;<br>3</p>" },
    {
      name: "nothing is nothing, and zero is a number",
      content: [undefined, false, 0],
      expected: "<p>0</p>",
    },
  ])("$name", ({ content, expected }) => {
    expect(html`<p>${content}</p>`.text).toBe(expected);
  });

  test("what is absent is not even made", () => {
    const unreachable = () => {
      throw new Error("made all the same");
    };
    expect(when(undefined, unreachable).text).toBe("");
    expect(when(true, () => "<").text).toBe("&lt;");
  });

  test("data cannot end its block, and is the same again", () => {
    const data = { text: "</script><!-- \u2028 & '" };
    const { text } = dataBlock("it", data);
    const [, content = ""] = /^<script type="application\/json" id="it">(.*)<\/script>\n$/su.exec(text) ?? [];
    expect(content).not.toContain("<");
    expect(JSON.parse(content)).toEqual(data);
  });
});
