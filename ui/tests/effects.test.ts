// What an `$effect` may do: tell the browser something, ask the host. It writes no state, which
// would be a copy of other state that is late by one turn: what follows from state is `$derived`,
// what comes of an answer is in `onanswer`, and what somebody does is in the handler of an event.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

const SRC = process.env['EFFECTS_OF'] ?? join(import.meta.dirname, '../src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.svelte(\.ts)?$/.test(file));

/** The effects that write, and why they may. */
const MAY: Record<string, string> = {
  'lib/task.svelte.ts: task.clear':
    'Where there is nothing to ask, nothing is answered: the end of a question, as `run` is its begin.',
};

type Node = { type: string; [field: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const partsOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
/** A node and all below it. */
const within = (node: Node): Node[] => [node, ...partsOf(node).flatMap(within)];

const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' ? String(node['name']) : '';
/** A call's name: `$effect`, `$state.raw`, `task.clear`. */
function called(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'ThisExpression') return 'this';
  if (node.type === 'PrivateIdentifier') return `#${String(node['name'])}`;
  if (node.type === 'MemberExpression')
    return `${called(node['object'])}.${called(node['property'])}`;
  const inner = node['expression'];
  return node.type.startsWith('TS') ? called(inner) : nameOf(node);
}
const rootOf = (name: string) => name.split('.')[0] ?? '';

/** What a pattern of an assignment or a declaration has in it: `a`, `b.c`. */
function targets(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'ArrayPattern':
      return (node['elements'] as unknown[]).flatMap(targets);
    case 'ObjectPattern':
      return (node['properties'] as Node[]).flatMap((one) => targets(one['value'] ?? one));
    case 'AssignmentPattern':
      return targets(node['left']);
    case 'RestElement':
      return targets(node['argument']);
    default:
      return [called(node)].filter((name) => name !== '');
  }
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const MUTATORS = ['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill'];
const SETTERS = ['set', 'add', 'delete', 'clear'];
/** Runes whose variables are state; one that is derived can be written too. */
const STATE = ['$state', '$state.raw', '$derived', '$derived.by', '$props', '$bindable'];

/** What the effects of a script write. */
function writes(program: Node): string[] {
  const all = within(program);
  const state = new Set<string>();
  const local = new Map<string, Node>();
  for (const node of all) {
    if (node.type === 'FunctionDeclaration') local.set(nameOf(node['id']), node);
    if (node.type !== 'VariableDeclarator' || !isNode(node['init'])) continue;
    const init = node['init'];
    const rune = called(init['callee']);
    if (STATE.includes(rune)) targets(node['id']).forEach((name) => state.add(name));
    if (FUNCTIONS.includes(init.type)) local.set(nameOf(node['id']), init);
  }

  /** What a function writes, with the functions of the script that it names. */
  function of(body: Node, seen: Set<Node>): string[] {
    if (seen.has(body)) return [];
    seen.add(body);
    const inside = within(body);
    const own = new Set(
      inside.flatMap((node) => {
        if (node.type === 'VariableDeclarator') return targets(node['id']);
        return FUNCTIONS.includes(node.type) ? (node['params'] as Node[]).flatMap(targets) : [];
      }),
    );
    // A variable is state or none; what is a part of something from outside may be.
    const isState = (name: string) =>
      !own.has(rootOf(name)) && (name.includes('.') || state.has(name));
    return inside.flatMap((node) => {
      if (node.type === 'AssignmentExpression') return targets(node['left']).filter(isState);
      if (node.type === 'UpdateExpression') return targets(node['argument']).filter(isState);
      if (node.type === 'CallExpression') {
        const name = called(node['callee']);
        const [object, last] = [name.slice(0, name.lastIndexOf('.')), name.split('.').at(-1) ?? ''];
        if (name === 'Object.assign')
          return targets((node['arguments'] as unknown[])[0]).filter(
            (one) => !own.has(rootOf(one)),
          );
        if ([...MUTATORS, ...SETTERS].includes(last) && object !== '' && !own.has(rootOf(object)))
          return [name];
      }
      const named = local.get(nameOf(node));
      return named && !own.has(nameOf(node)) ? of(named, seen) : [];
    });
  }

  const effects = all.filter(
    (node) =>
      node.type === 'CallExpression' && /^\$effect(\.pre|\.root)?$/.test(called(node['callee'])),
  );
  return effects.flatMap((effect) => of(effect, new Set()));
}

/** What the effects of a source write: of a component, or of a module in which there are runes. */
function written(source: string, component = true): string[] {
  const text = component ? source : `<script lang="ts">\n${source}\n</script>`;
  const { instance, module } = parse(text, { modern: true });
  return [instance, module].flatMap((script) =>
    script ? writes(script.content as unknown as Node) : [],
  );
}

const inScript = (body: string) => written(`<script lang="ts">\n${body}\n</script>`);

describe('an effect', () => {
  it('writes no state', () => {
    const found = files.flatMap((file) =>
      written(readFileSync(join(SRC, file), 'utf8'), file.endsWith('.svelte')).map(
        (what) => `${file}: ${what}`,
      ),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(found.filter((one) => !(one in MAY))).toEqual([]);
    // What is not needed any more is no exception.
    expect(Object.keys(MAY).filter((one) => !found.includes(one))).toEqual([]);
  });

  it('is found out where it does', () => {
    const one = 'let one = $state(0); let other = $state.raw(0);';
    for (const [body, what] of [
      [`${one} $effect(() => { one = other; });`, 'one'],
      [`${one} $effect.pre(() => { if (other) one += 1; });`, 'one'],
      [`${one} $effect(() => { one++; });`, 'one'],
      [`${one} $effect(() => { untrack(() => ([one] = [other])); });`, 'one'],
      [`${one} $effect(() => { void ask().then((answer) => { one = answer; }); });`, 'one'],
      [`${one} const put = () => (one = other); $effect(() => put());`, 'one'],
      [`${one} function put() { one = 1; } $effect(() => { setTimeout(put, 1); });`, 'one'],
      [`let { open = $bindable() } = $props(); $effect(() => { open = true; });`, 'open'],
      [`let all = $state([]); $effect(() => { all.push(1); });`, 'all.push'],
      [`let of = $state({}); $effect(() => { of.some = 1; });`, 'of.some'],
      [`let of = $state({}); $effect(() => { Object.assign(of, { some: 1 }); });`, 'of'],
      [`const task = new Task(); $effect(() => { task.error = null; });`, 'task.error'],
      [`class A { b = $state(0); c() { $effect(() => { this.b = 1; }); } }`, 'this.b'],
    ])
      expect(inScript(body ?? ''), body).toEqual([what]);
  });

  it('may do what is none', () => {
    for (const body of [
      'let before = null; let now = $state(0); $effect(() => { before = now; });',
      'let input = $state(); $effect(() => { const at = input; if (at) at.scrollLeft = 1; });',
      'let one = $state(0); $effect(() => { let two = one; two = 3; });',
      'let one = $state(0); function put() { one = 1; } $effect(() => { void other(); });',
      'const task = new Task(); $effect(() => { void task.again(); });',
    ])
      expect(inScript(body), body).toEqual([]);
  });
});
