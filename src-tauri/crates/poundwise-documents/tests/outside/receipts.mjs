// Verifies every document of a ledger with npm's jose and its defaults: the key is the payload's JWK,
// its name follows RFC 7638. Prints the number of documents of each kind.
import { readFileSync } from "node:fs";
import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader } from "jose";

const kinds = {};
const text = readFileSync(process.argv[2], "utf8");
for (const line of text.split("\n").filter((line) => line.startsWith("eyJ"))) {
  const claimed = JSON.parse(Buffer.from(line.split(".")[1], "base64url").toString());
  const { payload, protectedHeader } = await compactVerify(line, claimed.jwk);
  if ((await calculateJwkThumbprint(claimed.jwk)) !== protectedHeader.kid) throw new Error("kid");
  if (JSON.parse(new TextDecoder().decode(payload)).jwk.x !== claimed.jwk.x) throw new Error("payload");
  // One changed byte must not verify.
  const changed = line.slice(0, -2) + (line.at(-2) === "A" ? "B" : "A") + line.at(-1);
  const refused = await compactVerify(changed, claimed.jwk).then(() => false, () => true);
  if (!refused) throw new Error("a changed signature verifies");
  const { typ } = decodeProtectedHeader(line);
  kinds[typ] = (kinds[typ] ?? 0) + 1;
}
console.log(JSON.stringify(kinds));
