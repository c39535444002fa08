// The config options of a demo session: what a client can choose, and how one choice changes another.
import {
  RequestError,
  type SessionConfigOption,
  type SessionConfigSelectGroup,
  type SessionConfigSelectOption,
} from '@agentclientprotocol/sdk';

interface Model {
  readonly name: string;
  readonly description: string;
  readonly provider: string;
  /** The thought levels it offers; none: it does not think. */
  readonly levels: readonly string[];
}

const MODELS: ReadonlyMap<string, Model> = new Map([
  [
    'oak-large',
    {
      name: 'Oak Large',
      description: 'Thinks at length',
      provider: 'Oak',
      levels: ['low', 'medium', 'high', 'max'],
    },
  ],
  [
    'oak-small',
    { name: 'Oak Small', description: 'Quick, thinks a little', provider: 'Oak', levels: ['low', 'medium'] },
  ],
  [
    'elm-pro',
    { name: 'Elm Pro', description: 'Thinks when asked to', provider: 'Elm', levels: ['off', 'on'] },
  ],
  ['elm-air', { name: 'Elm Air', description: 'Does not think at all', provider: 'Elm', levels: [] }],
  [
    'birch',
    { name: 'Birch', description: 'Runs on this machine', provider: 'Local', levels: ['low', 'high'] },
  ],
  [
    'willow',
    { name: 'Willow', description: 'Always refused, to show an error', provider: 'Local', levels: [] },
  ],
]);

const MODES: readonly SessionConfigSelectOption[] = [
  { value: 'ask', name: 'Ask', description: 'Asks before it changes anything' },
  { value: 'code', name: 'Code', description: 'Edits and runs' },
  { value: 'plan', name: 'Plan', description: 'Only looks and plans' },
];

const TONES: readonly SessionConfigSelectOption[] = [
  { value: 'plain', name: 'Plain' },
  { value: 'friendly', name: 'Friendly' },
];

const LEVEL_NAMES: Readonly<Record<string, string>> = {
  off: 'No Thinking',
  on: 'Thinking',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  max: 'Maximum',
};

export type OptionValues = Readonly<Record<string, string | boolean>>;

/** The model that nobody may use. */
const REFUSED_MODEL = 'willow';

export class DemoConfigOptions {
  #mode = 'ask';
  #model = 'oak-large';
  #level = 'medium';
  #tone = 'plain';
  #searchesWeb = false;

  /** `values` are those of an earlier process; what is not offered any more is left as it is at the start. */
  constructor(values: OptionValues = {}) {
    for (const [id, value] of Object.entries(values)) {
      if (this.#isOffered(id, value)) this.#assign(id, value);
    }
  }

  get mode(): string {
    return this.#mode;
  }

  /** The current values by the options' ids, in an order in which they can be set. */
  get values(): OptionValues {
    return Object.fromEntries(this.list().map(({ id, currentValue }) => [id, currentValue]));
  }

  /** All options with their current values. */
  list(): SessionConfigOption[] {
    const { levels } = this.#modelFacts();
    return [
      {
        id: 'mode',
        name: 'Mode',
        category: 'mode',
        type: 'select',
        currentValue: this.#mode,
        options: [...MODES],
      },
      {
        id: 'model',
        name: 'Model',
        description: 'No real models',
        category: 'model',
        type: 'select',
        currentValue: this.#model,
        options: modelGroups(),
      },
      {
        id: 'web_search',
        name: 'Web search',
        description: 'Has no effect in the demo',
        category: 'model_config',
        type: 'boolean',
        currentValue: this.#searchesWeb,
      },
      ...(levels.length === 0
        ? []
        : [
            {
              id: 'thought_level',
              name: 'Thinking',
              description: 'Depends on the model',
              category: 'thought_level',
              type: 'select' as const,
              currentValue: this.#level,
              options: levels.map((value) => ({ value, name: LEVEL_NAMES[value] ?? value })),
            },
          ]),
      {
        id: 'tone',
        name: 'Tone',
        category: '_tone',
        type: 'select',
        currentValue: this.#tone,
        options: [...TONES],
      },
    ];
  }

  /** Changes one option and hands back all of them; throws what the client is answered when it cannot be. */
  set(id: string, value: string | boolean): SessionConfigOption[] {
    if (id === 'model' && value === REFUSED_MODEL) {
      throw RequestError.invalidParams(undefined, 'Willow is not available. It exists to show a refusal.');
    }
    if (!this.#isOffered(id, value))
      throw RequestError.invalidParams(undefined, `There is no value ${String(value)} of ${id}`);
    this.#assign(id, value);
    return this.list();
  }

  #isOffered(id: string, value: string | boolean): boolean {
    const option = this.list().find((each) => each.id === id);
    if (option?.type === 'boolean') return typeof value === 'boolean';
    return option !== undefined && offers(option, value);
  }

  #assign(id: string, value: string | boolean): void {
    if (typeof value === 'boolean') this.#searchesWeb = value;
    else if (id === 'mode') this.#mode = value;
    else if (id === 'thought_level') this.#level = value;
    else if (id === 'tone') this.#tone = value;
    else {
      this.#model = value;
      const { levels } = this.#modelFacts();
      if (!levels.includes(this.#level)) this.#level = levels[0] ?? 'off';
    }
  }

  #modelFacts(): Model {
    return MODELS.get(this.#model) ?? { name: this.#model, description: '', provider: '', levels: [] };
  }
}

function modelGroups(): SessionConfigSelectGroup[] {
  const groups = new Map<string, SessionConfigSelectOption[]>();
  for (const [value, { name, description, provider }] of MODELS) {
    const options = groups.get(provider) ?? [];
    options.push({ value, name, description });
    groups.set(provider, options);
  }
  return [...groups].map(([name, options]) => ({ group: name.toLowerCase(), name, options }));
}

function offers(option: Extract<SessionConfigOption, { type: 'select' }>, value: string | boolean): boolean {
  return option.options.some((each) =>
    'options' in each ? each.options.some((inner) => inner.value === value) : each.value === value,
  );
}
