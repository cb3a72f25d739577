import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { refuse, type Known } from "../src/redaction";

const KNOWN: Known = { home: "/home/maria", user: "maria", folders: ["/home/maria/work/shop", "/srv/lib"] };
const refused = (text: string): string => refuse(text, KNOWN);

describe("refuse", () => {
  test("names folders of the project and the user by what they are", () => {
    assert.equal(refused("/home/maria/work/shop/app/Main.kt:3"), "<project>/app/Main.kt:3");
    assert.equal(refused("/srv/lib/a.kt and /home/maria/.gradle/x"), "<project 2>/a.kt and ~/.gradle/x");
    assert.equal(refused("file:///home/maria/work/shop/a.kt"), "file://<project>/a.kt");
    assert.equal(refused("hello maria, mariachi"), "hello <user>, mariachi");
  });

  test("Windows paths, escaped ones too", () => {
    const windows: Known = { home: "C:\\Users\\maria", user: "maria", folders: ["C:\\work\\shop"] };
    assert.equal(refuse('"C:\\\\work\\\\shop\\\\a.kt" C:\\Users\\maria\\x C:\\secret\\plans\\b.kt', windows), '"<project>\\\\a.kt" ~\\x …/b.kt');
  });

  test("of another absolute path its last part stays", () => {
    assert.equal(refused("found /opt/customer-acme/bin/python3.11"), "found …/python3.11");
    assert.equal(refused("at com.example.Main.run(Main.kt:3) a/b/c.kt"), "at com.example.Main.run(Main.kt:3) a/b/c.kt");
  });

  const secrets: [string, string][] = [
    ["Authorization: Bearer abc.def.ghi", "abc.def.ghi"],
    ["curl -H 'X-Api-Key: s3cr3tvalue'", "s3cr3tvalue"],
    ["password=hunter2 more", "hunter2"],
    ['"dbPassword": "correct horse"', "correct horse"],
    ["https://user:pa55@repo.example/maven", "pa55"],
    ["token ghp_0123456789abcdefghijABCDEFGHIJ012345", "ghp_0123456789abcdefghijABCDEFGHIJ012345"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "c2lnbmF0dXJl"],
    ["key 7f3a9c1e5b2d4f60718293a4b5c6d7e8", "7f3a9c1e5b2d4f60718293a4b5c6d7e8"],
    ["from maria.lopez@corp.example", "lopez"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc\n-----END RSA PRIVATE KEY-----", "MIIEow"],
    ["AWS AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"],
    ["/home/maria/.ssh/id_ed25519", "maria"],
  ];
  for (const [text, secret] of secrets) {
    test(`keeps back: ${text.slice(0, 40)}`, () => {
      assert.ok(!refused(text).includes(secret), refused(text));
    });
  }

  test("what helps stays", () => {
    const text = "2026-11-22 08:00:01.000 [info] starting rca 0.1.0\njava.lang.IllegalStateException: no price\nGradle 8.14.3, Python 3.11.2";
    assert.equal(refused(text), text);
  });

  test("twice changes nothing more", () => {
    for (const [text] of secrets) assert.equal(refused(refused(text)), refused(text));
  });

  test("a text of any length is read in no time", () => {
    const started = Date.now();
    refused(`${"/a".repeat(50_000)} ${"x1".repeat(50_000)} ${"password=".repeat(10_000)}`);
    assert.ok(Date.now() - started < 10_000);
  });
});

test("of Windows a folder is left out however its drive and its names are spelled, with blanks in it too", () => {
  const known = { home: "C:\\Users\\Jane Doe", user: "jdoe", folders: ["c:\\Users\\Jane Doe\\shop$&"] };
  const left = refuse("at C:\\Users\\Jane Doe\\shop$&\\A.kt and c:/users/jane doe/x.log and c:\\Users\\Jane Doe\\y", known);
  assert.equal(left, "at <project>\\A.kt and ~/x.log and ~\\y");
});
