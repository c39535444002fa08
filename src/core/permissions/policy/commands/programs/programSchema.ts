// What the tables say of a program: which words of a command line are harmless, and what it runs.
import * as z from 'zod/mini';

/**
 * Options, each as `-n,--name` where it has no value, `-n,--name:KIND` with one, `--name:KIND:KIND` with two,
 * `--name?KIND` with one that only stands behind `=`, `--name:?KIND` with one that it may lack, and `-#` for a number. A
 * kind is one of `wordKinds.ts`, or the values themselves: `a|b`.
 */
const options = z.string().check(
  z.refine((text) =>
    text
      .trim()
      .split(/\s+/)
      .every((entry) => /^(?:-#|[-+][^\s:?,]*(?:,[-+][^\s:?,]+)*(?:(?::\??|\?)[\w|.:-]+)?)?$/.test(entry)),
  ),
);

/** The kinds of the operands in their order; one that ends with `*` holds for all that follow. */
const operands = z.string().check(z.regex(/^(?:[\w|.-]+\*? ?)*$/));

const words = {
  options: z.exactOptional(options),
  /** Without it no operand is harmless. */
  operands: z.exactOptional(operands),
  /** Other operands where one of these options is among the words, as the pattern of `grep -e` is no operand. */
  operandsWith: z.exactOptional(z.record(z.string(), operands)),
  /** Options behind `--`, for the program that it starts. */
  passed: z.exactOptional(options),
};

const named = {
  ...words,
  /** Whether it does more than look, so that a rule has to name it. */
  isNamed: z.exactOptional(z.literal(true)),
};

/** A subcommand, which may have some of its own; several of one kind have one key, with blanks between them. */
const subcommand = z.strictObject({
  ...named,
  subcommands: z.exactOptional(z.record(z.string(), z.strictObject(named))),
});
export type Subcommand = z.infer<typeof subcommand>;

const program = z.strictObject({
  ...words,
  /** Where the options are documented. */
  source: z.string().check(z.minLength(1)),
  subcommands: z.exactOptional(z.record(z.string(), subcommand)),
  /** `script`: its first operand, or what it reads, is code. `arguments`: its arguments may be a command. */
  runs: z.exactOptional(z.enum(['script', 'arguments'])),
  /** How the command begins that it runs. */
  starts: z.exactOptional(
    z.strictObject({
      /** Short options with a value. */
      values: z.exactOptional(z.string()),
      /** Words before the command. */
      operands: z.exactOptional(z.number()),
      /** Whether it adds words that nobody has seen. */
      addsWords: z.exactOptional(z.literal(true)),
      /** Whether the command does behind it what it does without. */
      onlyLimits: z.exactOptional(z.literal(true)),
    }),
  ),
  /** Whether what it reads says what it writes. */
  obeysInput: z.exactOptional(z.literal(true)),
  /** Whether no option makes it run another program. */
  isInert: z.exactOptional(z.literal(true)),
  /** Whether its long options have one dash, so that letters are not joined. */
  hasLongDash: z.exactOptional(z.literal(true)),
  /** Whether all words behind the first operand are operands. */
  hasOptionsFirst: z.exactOptional(z.literal(true)),
  /** Whether systems differ in that: what stands behind the first operand has to be harmless as both. */
  mayHaveOptionsFirst: z.exactOptional(z.literal(true)),
  /** Whether words with a dash are operands, too. */
  hasNoOptions: z.exactOptional(z.literal(true)),
});

/** By name; several of one kind have one key, with blanks between them. */
export const programTable = z.record(z.string(), program);

export type Program = z.infer<typeof program>;
export type Words = Pick<Program, keyof typeof words>;
export type ProgramTable = z.infer<typeof programTable>;
