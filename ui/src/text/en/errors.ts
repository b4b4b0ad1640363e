/** Errors of the window itself. The host says its own errors in each language. */
export const errors = {
  window: 'The window made a mistake.',
  windowWayOut: 'What is stored is unharmed. Close the app and open it again.',
};
