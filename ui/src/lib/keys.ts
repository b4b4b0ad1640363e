import type { Attachment } from 'svelte/attachments';

/** Whether commands are given with the Command key in place of Control. */
export const isMac = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac');

/** Whether a key, with what is held down, is that command on this machine. */
export function isCommand(event: KeyboardEvent, key: string, mac = isMac): boolean {
  const held = mac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  return held && !event.altKey && !event.shiftKey && event.key.toLowerCase() === key;
}

/**
 * A form that only its button submits, for what cannot be taken back: Enter in a field does
 * nothing, where a form would do what its button does.
 */
export const byButton: Attachment<HTMLFormElement> = (form) => {
  const keep = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (key !== 'Enter') return;
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
      event.preventDefault();
  };
  form.addEventListener('keydown', keep);
  return () => form.removeEventListener('keydown', keep);
};
