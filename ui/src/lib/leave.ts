import { shell } from './shell.svelte';
import { works } from './work.svelte';

/** The home that is shown is left: nothing of it stays in the window. */
export function leave(): void {
  works.forget();
  shell.home = null;
  shell.pending = 0;
  shell.alarms = 0;
  shell.deliveries = 0;
  shell.approved = [];
  shell.answered = [];
  shell.collected = null;
  shell.stopped = null;
  shell.standing = null;
  shell.caughtUp = null;
  shell.givenUp = null;
  shell.byRecoveryKey = false;
  shell.unkept = null;
  shell.neverKept = false;
}
