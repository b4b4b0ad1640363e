// The host of the product: Tauri, around the system's webview.

import { Channel, invoke } from '@tauri-apps/api/core';
import { listen as listenTo } from '@tauri-apps/api/event';
import { getCurrentWebview } from '@tauri-apps/api/webview';

import type { Drag, Hear } from './contract';

export { invoke };

export const listen = <T>(event: string, heard: Hear<T>) =>
  listenTo<T>(event, ({ payload }) => heard(payload));

export const channel = <T>(heard: Hear<T>): unknown => new Channel<T>(heard);

export const onDrag = (dragged: Hear<Drag>) =>
  getCurrentWebview().onDragDropEvent(({ payload }) => dragged(payload));

// The host opens the system's dialogs by its commands: what is chosen in one is what a command may
// then be given.
export const dialogs = {};
