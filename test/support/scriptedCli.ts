// An RPC-mode CLI whose every frame the test writes and reads, and what the three families answer when nobody cares.
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import * as z from 'zod';
import { eachLine } from './eachLine.ts';
import type { Order } from './programs/rpcCliProcess.ts';
import { bundledProgram } from './programs/bundledProgram.ts';

const command = z.looseObject({
  type: z.string(),
  id: z.union([z.string(), z.number()]).transform(String).optional(),
});
/** What the host wrote: a command, an answer to a UI request, a frame of a host tool. */
export type HostFrame = z.infer<typeof command>;

const report = z.union([
  z.object({
    hello: z.object({
      pid: z.number(),
      args: z.array(z.string()),
      cwd: z.string(),
      env: z.record(z.string(), z.string()),
    }),
  }),
  z.object({ line: z.string() }),
  z.object({ end: z.literal(true) }),
  z.object({ child: z.number() }),
]);

/** Which of the families the CLI speaks like. */
export type Family = 'pi' | 'omp' | 'xcsh';

/** Answers a command; what is not answered here gets the family's usual answer. */
export type Handler = (frame: HostFrame, cli: ScriptedCli) => void;

export interface CliScript {
  readonly family?: Family;
  /** By the command's type. */
  readonly handlers?: Readonly<Record<string, Handler>>;
  /** Does what happens before the first command is read. */
  readonly start?: (cli: ScriptedCli) => void;
}

const MODELS = [
  { provider: 'fake', id: 'fake-1', name: 'Fake One', reasoning: true, contextWindow: 200_000 },
  { provider: 'fake', id: 'fake-2', name: 'Fake Two', reasoning: false, contextWindow: 100_000 },
  { provider: 'other', id: 'big', name: 'Big', reasoning: true, contextWindow: 1_000_000 },
];

/** One running process of the scripted CLI. */
export class ScriptedCli {
  readonly pid: number;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Every frame that came, in order. */
  readonly received: HostFrame[] = [];
  /** What `get_state` answers. */
  readonly state: Record<string, unknown>;
  readonly handlers: Record<string, Handler>;
  /** Ids of processes it has started. */
  readonly children: number[] = [];
  inputEnded = false;
  readonly #family: Family;
  readonly #socket: Socket;
  #read = 0;

  constructor(
    socket: Socket,
    hello: { pid: number; args: string[]; cwd: string; env: Record<string, string> },
    script: CliScript,
    number: number,
  ) {
    this.#socket = socket;
    this.pid = hello.pid;
    this.args = hello.args;
    this.cwd = hello.cwd;
    this.env = hello.env;
    this.#family = script.family ?? 'xcsh';
    this.handlers = { ...script.handlers };
    this.state = {
      model: MODELS[0],
      thinkingLevel: 'medium',
      isStreaming: false,
      isCompacting: false,
      steeringMode: 'one-at-a-time',
      followUpMode: 'one-at-a-time',
      ...(this.#family === 'pi' ? {} : { interruptMode: 'wait', todoPhases: [] }),
      sessionFile: join(hello.cwd, `session-${number}.jsonl`),
      sessionId: `cli-session-${number}`,
      autoCompactionEnabled: true,
      messageCount: 0,
      [this.#family === 'pi' ? 'pendingMessageCount' : 'queuedMessageCount']: 0,
    };
    if (this.#family === 'omp') this.send({ type: 'ready', protocolVersion: 1 });
    script.start?.(this);
  }

  /** Sends frames, one per line. */
  send(...frames: readonly object[]): void {
    this.raw(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''));
  }

  /** Writes text to its standard output as it is. */
  raw(text: string): void {
    this.order({ out: text });
  }

  order(what: Order): void {
    this.#socket.write(`${JSON.stringify(what)}\n`);
  }

  /** Answers a command with success. */
  accept({ id, type }: HostFrame, data?: unknown): void {
    this.send({ id, type: 'response', command: type, success: true, data });
  }

  /** Answers a command with a failure. */
  refuse({ id, type }: HostFrame, error: string): void {
    this.send({ id, type: 'response', command: type, success: false, error });
  }

  /** Says that a turn has begun, with an answer of one text that goes on. */
  beginTurn(text: string): void {
    this.state['isStreaming'] = true;
    this.send({ type: 'agent_start' }, { type: 'turn_start' });
    this.send({ type: 'message_start', message: { role: 'assistant', content: [] } });
    this.send(event({ type: 'text_start', contentIndex: 0 }));
    this.say(text);
  }

  /** More text of the answer that goes on. */
  say(delta: string): void {
    this.send(event({ type: 'text_delta', contentIndex: 0, delta }));
  }

  /** Ends the message and the turn; `fields` go into the message. */
  endTurn(fields: object = {}): void {
    this.state['isStreaming'] = false;
    const message = { role: 'assistant', content: [], stopReason: 'stop', ...fields };
    this.send(event({ type: 'text_end', contentIndex: 0 }));
    this.send({ type: 'message_end', message }, { type: 'turn_end', message, toolResults: [] });
    this.send({ type: 'agent_end', messages: [message], ...this.#endFields() });
    if (this.#family === 'pi') this.send({ type: 'agent_settled' });
  }

  /** A whole turn. */
  turn(text: string, fields: object = {}): void {
    this.beginTurn(text);
    this.endTurn(fields);
  }

  /** The next frame of this type that was not asked for yet; frames before it are passed over. */
  async next(type: string): Promise<HostFrame> {
    const end = Date.now() + 10_000;
    for (;;) {
      const at = this.received.findIndex((frame, index) => index >= this.#read && frame.type === type);
      const frame = this.received[at];
      if (frame !== undefined) {
        this.#read = at + 1;
        return frame;
      }
      if (Date.now() > end) throw new Error(`The CLI never got ${type}.`);
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    }
  }

  take(line: string): void {
    const frame = command.parse(JSON.parse(line));
    this.received.push(frame);
    const handler = this.handlers[frame.type];
    if (handler === undefined) this.#answer(frame);
    else handler(frame, this);
  }

  #endFields(): object {
    if (this.#family === 'pi') return { willRetry: false };
    return this.#family === 'omp' ? { isTerminal: true } : {};
  }

  #answer(frame: HostFrame): void {
    switch (frame.type) {
      case 'get_state':
        this.accept(frame, this.state);
        break;
      case 'get_available_models':
        this.accept(frame, { models: MODELS });
        break;
      case 'set_model': {
        const model = MODELS.find(
          ({ provider, id }) => provider === frame['provider'] && id === frame['modelId'],
        );
        if (model === undefined) this.refuse(frame, `Model not found: ${String(frame['modelId'])}`);
        else
          this.accept(
            frame,
            this.#change({ model, ...(model.reasoning ? {} : { thinkingLevel: 'off' }) }, model),
          );
        break;
      }
      case 'set_thinking_level':
        this.accept(frame, this.#change({ thinkingLevel: frame['level'] }));
        break;
      case 'set_steering_mode':
        this.accept(frame, this.#change({ steeringMode: frame['mode'] }));
        break;
      case 'set_follow_up_mode':
        this.accept(frame, this.#change({ followUpMode: frame['mode'] }));
        break;
      case 'set_interrupt_mode':
        if (this.#family === 'pi') this.#unknown(frame);
        else this.accept(frame, this.#change({ interruptMode: frame['mode'] }));
        break;
      case 'set_auto_compaction':
        this.accept(frame, this.#change({ autoCompactionEnabled: frame['enabled'] }));
        break;
      case 'set_session_name':
        this.accept(frame, this.#change({ sessionName: frame['name'] }));
        break;
      case 'get_session_stats':
        this.accept(frame, {
          tokens: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, total: 3 },
          cost: 0.25,
        });
        break;
      case 'get_messages':
        this.accept(frame, { messages: [] });
        break;
      case 'get_commands':
        if (this.#family === 'pi') this.accept(frame, { commands: [] });
        else this.#unknown(frame);
        break;
      case 'get_available_commands':
        if (this.#family === 'omp') this.accept(frame, { commands: [] });
        else this.#unknown(frame);
        break;
      case 'get_available_thinking_levels':
        if (this.#family === 'pi')
          this.accept(frame, { levels: ['off', 'minimal', 'low', 'medium', 'high'] });
        else this.#unknown(frame);
        break;
      case 'get_fork_messages':
      case 'clear_queue':
        if (this.#family === 'pi') this.accept(frame, { messages: [], steering: [], followUp: [] });
        else this.#unknown(frame);
        break;
      case 'set_todos':
      case 'set_host_tools':
      case 'abort_and_prompt':
      case 'get_branch_messages':
        if (this.#family === 'pi') this.#unknown(frame);
        else this.accept(frame, { messages: [], toolNames: [], todoPhases: frame['phases'] });
        break;
      case 'prompt':
      case 'steer':
      case 'follow_up':
      case 'abort':
      case 'abort_retry':
      case 'abort_bash':
      case 'set_auto_retry':
        this.accept(frame);
        break;
      // Not commands: nobody answers them.
      case 'extension_ui_response':
      case 'host_tool_update':
      case 'host_tool_result':
        break;
      default:
        this.#unknown(frame);
    }
  }

  #change(fields: object, data?: unknown): unknown {
    Object.assign(this.state, fields);
    return data;
  }

  /** pi names the id, the others do not. */
  #unknown({ id, type }: HostFrame): void {
    const error = `Unknown command: ${type}`;
    this.send({
      ...(this.#family === 'pi' ? { id } : {}),
      type: 'response',
      command: type,
      success: false,
      error,
    });
  }
}

/** Stops what runs when it is asked to, for `abort`. */
export const endAtAbort: Handler = (frame, cli) => {
  cli.endTurn({ stopReason: 'aborted' });
  cli.accept(frame);
};

/** A `message_update` frame. */
export function event(assistantMessageEvent: object): object {
  return { type: 'message_update', assistantMessageEvent };
}

/** Where processes of the scripted CLI report to, and what starts one. */
export class ScriptedCliHost {
  /** All processes so far, in the order of their start. */
  readonly processes: ScriptedCli[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(script: CliScript) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      let cli: ScriptedCli | undefined;
      eachLine(socket, (line) => {
        const reported = report.parse(JSON.parse(line));
        if ('hello' in reported) {
          cli = new ScriptedCli(socket, reported.hello, script, this.processes.length + 1);
          this.processes.push(cli);
        } else if ('line' in reported) cli?.take(reported.line);
        else if ('child' in reported) cli?.children.push(reported.child);
        else if (cli !== undefined) cli.inputEnded = true;
      });
    });
  }

  static async start(script: CliScript = {}): Promise<ScriptedCliHost> {
    const host = new ScriptedCliHost(script);
    await new Promise<void>((resolve) => {
      host.#server.listen(0, '127.0.0.1', resolve);
    });
    return host;
  }

  /** The command line of a CLI: the program first. */
  get commandLine(): readonly string[] {
    const { port } = z.object({ port: z.number() }).parse(this.#server.address());
    return [process.execPath, bundledProgram('test/support/programs/rpcCliProcess.ts'), String(port)];
  }

  /** The process of that number, from 0. */
  process(number = 0): ScriptedCli {
    const cli = this.processes[number];
    if (cli === undefined) throw new Error(`There is no process ${number}.`);
    return cli;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
