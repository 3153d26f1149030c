import type { ValueNode } from '@humanwhocodes/momoa';
import { pathText } from '../path-text.js';
import { printText } from '../print.js';

const longestShown = 20;
/** Of what may go on, the parser names the start. */
const unfinished = /(?:-|\\(?:u[\da-fA-F]{0,3})?|(?<!\\)\b(?:t|tru?|fa?|fals?|nu?|nul))$/;

interface TextPlace {
  readonly line: number;
  readonly offset: number;
}

/** Says where a text stops to be JSON: the line, counted from 1, and what stands there. */
export async function syntaxFault(
  text: string,
): Promise<{ readonly line: number; readonly message: string }> {
  const { parse } = await import('@humanwhocodes/momoa');
  const faultOf = (source: string): TextPlace | undefined => {
    try {
      parse(source);
      return undefined;
    } catch (error) {
      return error as TextPlace;
    }
  };
  if (faultOf(text) !== undefined) {
    const whole = text.replace(unfinished, '');
    // At the end of a text the parser names its last token or its start, so the end has something that is never JSON.
    const { line, offset } = faultOf(`${whole}?`) as TextPlace;
    const [rest = ''] = text.slice(offset).trimEnd().split('\n', 1);
    return offset < whole.length
      ? { line, message: `is not JSON from ${printText(rest, longestShown)}` }
      : { line: text.trimEnd().split('\n').length, message: 'is not JSON: it ends too early' };
  }
  // What reads the positions takes a little more than JSON.
  return { line: 1, message: 'is not JSON' };
}

/**
 * Makes a function that gives the line of a member, counted from 1, by its path: `known[2].expires`. Of a member that is
 * missing it is the line of what should have it.
 */
export async function linesOf(text: string): Promise<(path: string) => number> {
  const { parse } = await import('@humanwhocodes/momoa');
  const lines = new Map<string, number>();
  const { body } = parse(text);
  note(body, [], body.loc.start.line, lines);
  return (path) => {
    for (let known = path; known !== ''; known = known.replace(/(?:\.[^.[]*|\[[^.[]*|^[^.[]*)$/, '')) {
      const line = lines.get(known);
      if (line !== undefined) return line;
    }
    return lines.get('') ?? 1;
  };
}

function note(node: ValueNode, path: readonly PropertyKey[], line: number, lines: Map<string, number>): void {
  lines.set(pathText(path), line);
  if (node.type === 'Array') {
    for (const [index, { value }] of node.elements.entries())
      note(value, [...path, index], value.loc.start.line, lines);
  } else if (node.type === 'Object') {
    // The line of the name: a value may start below it.
    for (const { name, value } of node.members)
      note(value, [...path, name.type === 'String' ? name.value : name.name], name.loc.start.line, lines);
  }
}
