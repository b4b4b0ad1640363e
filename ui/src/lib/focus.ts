// Where the focus is while something is done, and once it is done: never nowhere.

import type { Attachment } from 'svelte/attachments';

function refuse(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * A button or tick box that does nothing while `when` holds, however it is pressed: by a pointer, by
 * a key, or by Enter in a field of its form. It keeps the focus, which `disabled` would drop.
 */
export function unavailable(when: boolean): Attachment<HTMLElement> {
  return (element) => {
    if (!when) return;
    element.setAttribute('aria-disabled', 'true');
    element.addEventListener('click', refuse, true);
    return () => {
      element.removeAttribute('aria-disabled');
      element.removeEventListener('click', refuse, true);
    };
  };
}

/** Whether nothing on the page has the focus. */
export const isNowhere = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * Remembers what has the focus. The answer gives it back, if it is still there and the focus is
 * nowhere by then.
 */
export function lend(): () => void {
  const owner = document.activeElement;
  return () => {
    if (isNowhere() && owner instanceof HTMLElement && owner.isConnected) owner.focus();
  };
}

/** Takes the focus to the first field of what was opened; gives it back when that is gone. */
export const first: Attachment<HTMLElement> = (element) => {
  const giveBack = lend();
  element.querySelector<HTMLElement>('input, select, textarea')?.focus();
  return giveBack;
};

/** Takes the focus to what appears in place of what had it, to be read from there. */
export const here: Attachment<HTMLElement> = (element) => {
  reach(element);
};

let wrong: HTMLElement[] = [];

/** Takes the focus to a wrong field. Of several that ask at the same time, the first has it. */
export function focusWrong(field: HTMLElement): void {
  wrong.push(field);
  if (wrong.length > 1) return;
  queueMicrotask(() => {
    const before = (one: HTMLElement, other: HTMLElement) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
    const [first] = wrong.filter((one) => one.isConnected).sort(before);
    wrong = [];
    first?.focus();
  });
}

/** Takes the focus to a field whose error is this one. */
export const wrongField =
  (problem: object | null): Attachment<HTMLElement> =>
  (field) => {
    if (problem) focusWrong(field);
  };

/** Elements that say what came of an action. */
const RESULT = '[role="status"], [role="alert"]';
/** What a vanished element stood in, as far as it can be read from its beginning. */
const PART = 'tr, li, .card, form, dialog, main';

/** Takes the focus there, if it is to be seen. */
function reach(element: HTMLElement): boolean {
  const { width, height } = element.getBoundingClientRect();
  // What only ears are told is a point.
  if (width <= 1 || height <= 1) return false;
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
  if (document.activeElement !== element) return false;
  element.scrollIntoView({ block: 'nearest' });
  return true;
}

function* parts(path: readonly Element[]): Generator<HTMLElement> {
  let near = path.find((element) => element.isConnected);
  while (near) {
    const part: HTMLElement | null = near.closest<HTMLElement>(PART);
    if (!part) return;
    const heading = part.matches('tr, li') ? null : part.querySelector<HTMLElement>('h1, h2, h3');
    if (heading) yield heading;
    yield part;
    near = part.parentElement ?? undefined;
  }
}

/**
 * Leads the focus on when what has it is removed: to what has been said since the last key or
 * press, or else to the row or the heading of the part that it stood in. Without it, the next Tab
 * begins at the top of the page. The answer ends it.
 */
export function followFocus(root: HTMLElement = document.body): () => void {
  /** What has the focus, and what it stands in. */
  let path: Element[] = [];
  /** The same of what had it before a dialog took it. */
  let opener: Element[] = [];
  let said: HTMLElement | null = null;
  /** Where the focus was led. */
  let led: HTMLElement | undefined;

  function remember({ target }: FocusEvent): void {
    const dialog = target instanceof Element ? target.closest('dialog') : null;
    if (dialog && !path.includes(dialog)) opener = path;
    path = [];
    for (let at = target instanceof Element ? target : null; at; at = at.parentElement)
      path.push(at);
  }

  function act({ type, target }: Event): void {
    said = null;
    led = undefined;
    // A press beside it takes the focus away.
    if (type === 'pointerdown' && target instanceof Node && !path[0]?.contains(target)) path = [];
  }

  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const result = element?.closest<HTMLElement>(RESULT);
      if (result && result.textContent.trim() !== '') said = result;
    }
    const [had] = path;
    // A dialog that closes gives the focus back, unless what opened it is gone already.
    const orphaned = opener[0]?.isConnected === false;
    const closed = orphaned && path.some((element) => element.matches('dialog:not([open])'));
    // What is in a closed dialog keeps the focus until the next frame.
    const lost = isNowhere() || (closed && document.activeElement === had);
    const vanished = had !== undefined && (closed || !had.isConnected) && lost;
    const places = closed ? parts(opener) : [...parts(path), ...parts(opener)];
    // What is said a moment later is read all the same.
    const waits = led !== undefined && led !== said && document.activeElement === led;
    const result = said?.isConnected ? [said] : [];
    if (vanished) led = [...result, ...places].find(reach);
    else if (waits) led = result.find(reach) ?? led;
  });
  observer.observe(root, {
    childList: true,
    characterData: true,
    subtree: true,
    attributeFilter: ['open'],
  });
  root.addEventListener('focusin', remember);
  root.addEventListener('keydown', act, true);
  root.addEventListener('pointerdown', act, true);
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', remember);
    root.removeEventListener('keydown', act, true);
    root.removeEventListener('pointerdown', act, true);
  };
}
