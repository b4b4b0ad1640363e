// The host of the product: Tauri, around the system's webview.

import { Channel } from '@tauri-apps/api/core';
import { listen as listenTo } from '@tauri-apps/api/event';
import { getCurrentWebview } from '@tauri-apps/api/webview';
import { open, save } from '@tauri-apps/plugin-dialog';

import type { FileFilter } from '.';
import type { Drag, Hear } from './host';

export { invoke } from '@tauri-apps/api/core';

export const listen = <T>(event: string, heard: Hear<T>) => listenTo<T>(event, ({ payload }) => heard(payload));

export const channel = <T>(heard: Hear<T>): unknown => new Channel<T>(heard);

export const onDrag = (dragged: Hear<Drag>) => getCurrentWebview().onDragDropEvent(({ payload }) => dragged(payload));

export const chooseFiles = async (title: string, filters: FileFilter[]): Promise<string[]> =>
  (await open({ title, filters, multiple: true })) ?? [];
export const chooseFolder = (title: string) => open({ title, directory: true });
export const chooseSaveFile = (title: string, suggested: string, filters?: FileFilter[]) =>
  save({ title, defaultPath: suggested, filters });
