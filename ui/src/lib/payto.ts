/**
 * What an address names that is no bank account, by its kind: `ach: 122000661/1234` of
 * `payto://ach/122000661/1234`.
 */
export function payTarget(address: string): string {
  const [, kind, target] = /^payto:\/\/([^/?]+)\/?([^?]*)/.exec(address) ?? [];
  return kind === undefined ? address : `${kind}: ${target ?? ''}`;
}
