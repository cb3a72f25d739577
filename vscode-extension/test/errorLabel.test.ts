import assert from "node:assert/strict";
import { test } from "node:test";
import { errorLabel, functionName, tellingWords } from "../src/errorLabel";
import type { ErrorEvent, ProjectFrame } from "../src/generated/contract";

function frame(className: string, method: string, declared?: string): ProjectFrame {
  const named = declared === undefined ? {} : { function: { name: declared, startLine: 1, endLine: 9, signature: "" } };
  return { filePath: "app/src/Cart.kt", line: 7, className, method, text: "", origin: "app", ...named };
}

function label(title: string, culprit: ProjectFrame | null): string {
  return errorLabel({ title, culprit } as ErrorEvent, title);
}

const CART = frame("a.Cart", "total", "Cart.total");

test("the function stands first, then what was wrong there", () => {
  assert.equal(label("IllegalStateException: a.b.Cart is empty", CART), "total: Cart is empty");
  assert.equal(label("NotImplementedError", CART), "total: NotImplementedErr…");
});

test("a long message leaves the function's name readable, a long name the message's beginning", () => {
  const long = frame("a.Screen", "onRequestPermissionsResult");
  assert.equal(label("SecurityException: Permission Denial: starting Intent", long), "onRequestPe…: Permission…");
  assert.equal(label("IOException: closed", long), "onRequestPermiss…: closed");
});

test("six crashes of one type in one function are told apart", () => {
  const told = ["user", "name"].map((name) => label(`NullPointerException: Cannot invoke "String.length()" because "${name}" is null`, CART));
  assert.deepEqual(told, ["total: user is null", "total: name is null"]);
});

test("where the exception has no message, its line says what was null", () => {
  const at = (code: string): string => label("NullPointerException", { ...CART, code });
  assert.equal(at("return format(price!!.cents)"), "total: price is null");
  assert.equal(at("val user = user()!!"), "total: user is null");
  assert.equal(at("a!! + b!!"), "total: NullPointerExcept…");
  assert.equal(label("java.lang.NullPointerException: no price", { ...CART, code: "price!!" }), "total: no price");
});

test("what the JVM, Android and compilers say at length is said in short", () => {
  const told: Record<string, string> = {
    'NullPointerException: Cannot invoke "a.B.c()" because the return value of "a.Cart.user(int)" is null': "user() is null",
    'NullPointerException: Cannot read field "x" because "<local3>" is null': "a value is null",
    'NullPointerException: Cannot load from int array because "this.rows[1]" is null': "rows[…] is null",
    "NullPointerException: Attempt to invoke virtual method 'java.lang.String a.User.getName()' on a null object reference": "null.getName",
    "NullPointerException: Parameter specified as non-null is null: method a.B.c, parameter order": "order is null",
    "UninitializedPropertyAccessException: lateinit property binding has not been initialized": "binding not initialized",
    "ClassCastException: class a.b.Circle cannot be cast to class a.b.Shape$Square (a.b.Circle is in …)": "Circle is not Square",
    "NullPointerException: null cannot be cast to non-null type kotlin.String": "null is not String",
    "Unresolved reference 'price'.": "price unresolved",
    "Unresolved reference: price": "price unresolved",
    "Argument type mismatch: actual type is 'String', but 'Int' was expected.": "String is not Int",
    "Type mismatch: inferred type is String but Int was expected": "String is not Int",
    "incompatible types: String cannot be converted to int": "String is not int",
    "No value passed for parameter 'name'.": "name missing",
    "ArrayIndexOutOfBoundsException: 5": "ArrayIndexOutOfBoundsException",
    "NoSuchElementException: null": "NoSuchElementException",
    "Execution failed for task ':app:x'.": ":app:x failed",
  };
  for (const [title, words] of Object.entries(told)) assert.equal(tellingWords(title), words);
});

test("a function is named as its source names it", () => {
  const named = [
    frame("a.Cart", "lambda$load$0"),
    frame("a.Cart", "load$lambda$3"),
    frame("a.Cart$load$1", "invokeSuspend"),
    frame("a.Cart", "load$default"),
    frame("a.Cart", "load-d8b3k2"),
    frame("a.Cart", "access$load"),
    frame("a.Cart", "-$$Nest$mload"),
  ].map(functionName);
  assert.deepEqual(new Set(named), new Set(["load"]));
  assert.equal(functionName(frame("a.Shop$Cart", "<init>")), "Cart");
  assert.equal(functionName(frame("a.CartTest", "x", "CartTest.adds 2.5 items")), "adds 2.5 items");
});

test("without a function the file is named, without code nothing", () => {
  const nameless: ProjectFrame = { ...frame("", ""), className: null, method: null };
  assert.equal(label("Unresolved reference 'x'", nameless), "Cart: x unresolved");
  assert.equal(label("Could not resolve com.x:y:1", null), "y:1 not found");
  assert.equal(label("Cannot find a version of 'com.x:y' that satisfies", { ...nameless, filePath: "gradle/libs.versions.toml" }), "y: no version fits");
});
