// The style and the script that every report page has in it.
import { readPackagedFile } from "./packaged-file.ts";

/** The texts of the files that `npm run build` puts into `dist/page/assets/`. */
export function readPageAssets(): { readonly style: string; readonly script: string } {
  const read = (path: Parameters<typeof readPackagedFile>[0]) =>
    new TextDecoder().decode(readPackagedFile(path));
  return {
    style: read("dist/page/assets/style.css"),
    script: read("dist/page/assets/script.js").trimEnd(),
  };
}
