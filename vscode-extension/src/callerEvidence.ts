import type { Caller } from "./generated/contract";
import { percent } from "./percent";

/** Why a call is believed to go to the function, as the command line says it too (lsp_server/enum_labels.py). */
const EVIDENCE: Readonly<Record<Caller["evidence"], string>> = {
  receiver_type: "called on an object of its class",
  constructor: "creates an object of it",
  import: "imported by its full name",
  same_scope: "called inside its own class",
  same_package: "called inside its own package",
  callable_reference: "passed on as a reference",
  override_family: "through a supertype",
  unique_name: "by name: the receiver's type is unknown",
  name_only: "by name, one of several: the receiver's type is unknown",
  editor: "according to another language server",
};

/** Say how a caller is known, and how sure that is. */
export function describeEvidence({ evidence, confidence }: Caller): string {
  return `${EVIDENCE[evidence]}, ${percent(confidence)} sure`;
}
