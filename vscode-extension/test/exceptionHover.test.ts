import assert from "node:assert/strict";
import { test } from "node:test";
import { exceptionHover } from "../src/exceptionHover";
import { frameLinks } from "../src/frameLinks";
import type { Server } from "../src/server";
import { languages, levers } from "./fake_vscode";

test("a trace that was pasted into a new text tells past solutions, as its frames are links there", () => {
  let links: unknown;
  const { registerDocumentLinkProvider } = languages;
  languages.registerDocumentLinkProvider = (places, provider) => {
    links = places;
    return registerDocumentLinkProvider(places, provider);
  };
  frameLinks({ locate: () => Promise.resolve([]) }, () => undefined);
  languages.registerDocumentLinkProvider = registerDocumentLinkProvider;
  exceptionHover({} as unknown as Server);
  const pasted = { scheme: "untitled", language: "plaintext" };
  for (const places of [links, (levers.hover as { places: unknown }).places]) {
    assert.ok((places as object[]).some((place) => JSON.stringify(place) === JSON.stringify(pasted)));
  }
});
