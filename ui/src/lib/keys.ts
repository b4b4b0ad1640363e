/** Whether commands are given with the Command key in place of Control. */
export const isMac = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac');

/** Whether a key, with what is held down, is that command on this machine. */
export function isCommand(event: KeyboardEvent, key: string, mac = isMac): boolean {
  const held = mac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  return held && !event.altKey && !event.shiftKey && event.key.toLowerCase() === key;
}
