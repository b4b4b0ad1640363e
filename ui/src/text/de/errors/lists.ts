import { count } from '../../digits';

/** Names one after the other, the last after "und". */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} und ${last}`;
}

/** A limit of bytes, as the host states it: `64 MiB`, `4 GiB`. */
export function mebibytes(most: number): string {
  const mebi = most / 2 ** 20;
  return mebi < 1024 ? `${count(mebi)} MiB` : `${count(mebi / 1024)} GiB`;
}
