// Finds messages in output that is more than messages: terminal noise around them, several on a line, one on several.
import { plainOutput } from '../../core/text/terminalText.ts';
import { readWireMessage } from './wireMessage.ts';

/** Blanks and marks that cannot be seen. */
const BLANKS = /^[\s\u200b-\u200f\u2060\ufeff\ufffd]*$/;
/** A shell prompt is short. Arrows do not count as one: they mark the copies of messages in a debug log. */
const PROMPT = /^[^{}]{0,80}(?<![-=<])[>$#%❯›»]\s*$/;
/** What stands between the messages of a JSON array, and before the data of an event stream. */
const SEPARATOR = /^\s*(?:[[\],]|data:)\s*$/;
/** Words that a logger puts before what it is given. Not those for finding defects: copies of messages stand behind them. */
const LOG_WORD =
  /^(?:info|inf|notice|log|warn|warning|error|err|stdout|out|pid|am|pm|utc|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|[\d.,/+TZ]+)$/i;
const LOG_BOUNDS = /[\s[\]()<>|:;=_-]+/;
/** Copies of messages have arrows, and so have the logs of both directions. */
const ARROW = /-+>|<-+|=>|<=|<<|>>/;
const MAX_LOG_PREFIX = 80;
/** What only clients send: an agent that has it in its log repeats what it was sent. */
const FROM_CLIENT = /^(?:initialize|authenticate|logout|session\/(?!update$|request_permission$))/;

/** Where an object ends, behind its brace; or how many braces and brackets are open where the text ends. */
type ObjectEnd = { readonly end: number } | { readonly depth: number };

/** An object that has begun and not ended yet. */
export interface OpenObject {
  /** Grows with each line: copying them would take time by their square. */
  readonly lines: string[];
  depth: number;
  /** The length of all its lines, in UTF-16 code units. */
  length: number;
}

export interface ScannedLine {
  /** The messages in it, in order, each as JSON. */
  readonly messages: readonly string[];
  /** What was neither a message nor noise. */
  readonly rest: string;
  /** An object at its end that may go on in the next line. */
  readonly open: OpenObject | undefined;
  /** Whether a message stood behind what a logger writes: it may be the copy of one. */
  readonly isLogged: boolean;
}

/** Takes a line apart that is no message as it is. `open`: the object that the line before it left open. */
export function scanLine(line: string, open?: OpenObject): ScannedLine {
  const messages: string[] = [];
  const rests: string[] = [];
  let left = open;
  let isLogged = false;
  // What a carriage return ends has been written over: a progress that a message follows, most often.
  for (const part of line.split('\r').map(plainOutput)) {
    if (part.trim() === '') continue;
    const scanned = scanPart(part, left);
    messages.push(...scanned.messages);
    rests.push(scanned.rest);
    left = scanned.open;
    isLogged ||= scanned.isLogged;
  }
  return { messages, rest: rests.filter((rest) => rest !== '').join('\n'), open: left, isLogged };
}

function scanPart(text: string, open: OpenObject | undefined): ScannedLine {
  if (open === undefined) return scanFrom(text);
  const alone = scanFrom(text);
  const { lines } = open;
  // What is a message by itself belongs to no object before it.
  if (alone.messages.length > 0) return { ...alone, rest: [...lines, alone.rest].join('\n') };
  const found = endOfObject(text, 0, open.depth);
  if (found === undefined) return { ...alone, rest: [...lines, alone.rest].join('\n') };
  if ('depth' in found) {
    lines.push(text);
    open.depth = found.depth;
    open.length += text.length + 1;
    return { messages: [], rest: '', open, isLogged: false };
  }
  const json = [...lines, text.slice(0, found.end)].join('\n');
  if (!isMessage(json))
    return { messages: [], rest: [...lines, text].join('\n'), open: undefined, isLogged: false };
  const after = scanFrom(text.slice(found.end));
  return { ...after, messages: [json, ...after.messages] };
}

function scanFrom(text: string): ScannedLine {
  const messages: string[] = [];
  let at = 0;
  let isLogged = false;
  for (;;) {
    const start = text.indexOf('{', at);
    if (start === -1) break;
    const before = text.slice(at, start);
    const isBehindPrefix = !isNoise(before) && isLogPrefix(before);
    if (!isBehindPrefix && !isNoise(before)) break;
    const found = endOfObject(text, start, 0);
    if (found === undefined) break;
    if ('depth' in found) {
      const begun = text.slice(start);
      return {
        messages,
        rest: '',
        open: { lines: [begun], depth: found.depth, length: begun.length },
        isLogged,
      };
    }
    const json = text.slice(start, found.end);
    if (!isMessage(json) || (isBehindPrefix && isFromClient(json))) break;
    messages.push(json);
    isLogged ||= isBehindPrefix;
    at = found.end;
  }
  const rest = text.slice(at);
  return { messages, rest: isNoise(rest) ? '' : rest, open: undefined, isLogged };
}

/** Undefined where it does not begin as JSON does, and where the text ends inside of a string, which no line of JSON does. */
function endOfObject(text: string, start: number, depthBefore: number): ObjectEnd | undefined {
  if (depthBefore === 0 && !/^\{\s*(?:["}]|$)/.test(text.slice(start, start + 200))) return undefined;
  let depth = depthBefore;
  let isInString = false;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (character === '"') isInString = !isInString;
    else if (isInString) index += character === '\\' ? 1 : 0;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      depth--;
      if (depth === 0) return { end: index + 1 };
    }
  }
  return isInString ? undefined : { depth };
}

function isMessage(json: string): boolean {
  return readWireMessage(json).problem === undefined;
}

/** Whether it is what a logger puts before each line: a level, a time. */
function isLogPrefix(text: string): boolean {
  if (text.length > MAX_LOG_PREFIX || ARROW.test(text)) return false;
  const words = text.split(LOG_BOUNDS).filter((word) => word !== '');
  return words.length > 0 && words.every((word) => LOG_WORD.test(word));
}

function isFromClient(json: string): boolean {
  const { message } = readWireMessage(json);
  return message !== undefined && 'method' in message && FROM_CLIENT.test(String(message.method));
}

function isNoise(text: string): boolean {
  return BLANKS.test(text) || PROMPT.test(text) || SEPARATOR.test(text);
}
