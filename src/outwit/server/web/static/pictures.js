// The boards of earlier plies of a game, each fetched once.

import { note } from "./panel.js";
import { _ } from "./words.js";

const pictures = new Map();

// Return the picture after a ply, null after an error.
export async function pictureOf({ id, played }, ply, flipped) {
  const path = `/g/${encodeURIComponent(id)}/ply/${ply}.svg${flipped ? "?flipped=1" : ""}`;
  // The moves before the ply, so that pictures of moves taken back are not used.
  const key = path + played.slice(0, ply).map(({ text }) => ` ${text}`).join("");
  if (pictures.has(key)) return pictures.get(key);
  const answer = await fetch(path).catch(() => null);
  if (!answer?.ok) {
    note(_("That position cannot be fetched just now. Try again."));
    return null;
  }
  pictures.set(key, await answer.text());
  return pictures.get(key);
}
