// What a .svelte file says by itself, in place of reading it from the catalogue.

import { parse } from 'svelte/compiler';

/** Words that are the same in every language: the name of the thing. */
const NAMES = new Set(['Poundwise']);

/** Attributes and properties of our parts that a person reads or hears. */
const READ = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'caption',
  'hint',
  'label',
  'placeholder',
  'text',
  'title',
]);

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The words in a text: two letters or more in a row. Single letters are symbols of a formula. */
const wordsIn = (text: string): string[] =>
  (text.match(/\p{L}{2,}/gu) ?? []).filter((word) => !NAMES.has(word));

/**
 * The literal texts that an expression may come to. What it compares with or looks up is not among
 * them.
 */
function comesTo(expression: unknown): string[] {
  if (!isNode(expression)) return [];
  switch (expression.type) {
    case 'Literal':
      return typeof expression.value === 'string' ? [expression.value] : [];
    case 'TemplateLiteral':
      return [
        ...(expression.quasis as { value: { cooked: string } }[]).map(
          (quasi) => quasi.value.cooked,
        ),
        ...(expression.expressions as unknown[]).flatMap(comesTo),
      ];
    case 'ConditionalExpression':
      return [...comesTo(expression.consequent), ...comesTo(expression.alternate)];
    case 'LogicalExpression':
      return [...comesTo(expression.left), ...comesTo(expression.right)];
    case 'BinaryExpression':
      return expression.operator === '+'
        ? [...comesTo(expression.left), ...comesTo(expression.right)]
        : [];
    default:
      return [];
  }
}

/** The texts of an attribute's value: `"a{b}c"`, `{b}` or nothing. */
function valueTexts(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : [value];
  return parts.flatMap((part: unknown) => {
    if (!isNode(part)) return [];
    return part.type === 'Text' ? [part.data as string] : comesTo(part.expression);
  });
}

/**
 * Every literal text with words in a component's template, with its line, and sentences in its
 * script.
 */
export function literalWords(source: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  const note = (node: Node, texts: string[]) => {
    for (const text of texts) {
      if (wordsIn(text).length === 0) continue;
      found.push({ line: source.slice(0, node.start).split('\n').length, text: text.trim() });
    }
  };
  const walk = (node: Node) => {
    switch (node.type) {
      case 'Text':
        note(node, [node.data as string]);
        return;
      case 'ExpressionTag':
        note(node, comesTo(node.expression));
        return;
      case 'Attribute':
        if (READ.has(node.name as string)) note(node, valueTexts(node.value));
        return;
    }
    for (const [key, child] of Object.entries(node)) {
      // Their expressions are conditions, keys and lists, not texts.
      if (key === 'expression' || key === 'test' || key === 'key' || key === 'context') continue;
      for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) walk(one);
    }
  };
  const root = parse(source, { modern: true });
  walk(root.fragment as unknown as Node);

  // In a script nearly every literal is a name or a key; one with two words in a row is a sentence.
  const inScript = (node: Node) => {
    const texts = node.type === 'Literal' || node.type === 'TemplateLiteral' ? comesTo(node) : [];
    note(
      node,
      texts.filter((text) => /\p{L}{2,},? \p{L}{2,}/u.test(text)),
    );
    for (const child of Object.values(node)) {
      for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) inScript(one);
    }
  };
  if (root.instance) inScript(root.instance.content as unknown as Node);
  if (root.module) inScript(root.module.content as unknown as Node);
  return found;
}
