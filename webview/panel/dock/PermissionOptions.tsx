// The options of a permission request: their names cut, what they do beside names that do not say so.
import { optionLabel } from '../../../src/core/permissions/optionLabel.ts';
import type { PermissionOption } from '../../../src/core/session/permission/state.ts';
import { visibleLine } from '../../../src/core/text/visibleText.ts';
import { startOf } from '../../../src/core/text/wholeCharacters.ts';
import { TextChunks } from '../../text/PlainText.tsx';
import { shortText } from '../../text/shortText.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Disclosure } from '../disclosure/Disclosure.tsx';
import { dockStrings } from './dockStrings.ts';

/** The length of an option's name on its button; all of it stands below the buttons on request. */
const MAX_CHARACTERS = 60;
/** The part of a longer name that is read to show its start. */
const LOOKED_AT = 2 * MAX_CHARACTERS;
/** The part of a longer name that is in its tooltip. */
const HINT_CHARACTERS = 1_000;

export interface OptionButtonProps {
  readonly option: PermissionOption;
  /** From 1. */
  readonly number: number;
  readonly isArmed: boolean;
  /** Whether it answers a question, so that it allows nothing. */
  readonly isAnswer: boolean;
  readonly onChoose: () => void;
}

export function OptionButton({ option, number, isArmed, isAnswer, onChoose }: OptionButtonProps) {
  const { optionId, name, kind } = option;
  const { isLasting, effect } = isAnswer ? { isLasting: false } : optionLabel(option);
  const hints = [
    isCut(name) ? visibleLine(name.slice(0, HINT_CHARACTERS)) : '',
    isLasting ? dockStrings.lasting() : '',
  ];
  const hint = hints.filter((text) => text !== '').join('\n');
  return (
    <Button
      appearance={kind === 'allow_once' && !isAnswer ? 'primary' : 'secondary'}
      data-testid="permission-option"
      data-kind={kind}
      data-option-id={optionId}
      data-armed={isArmed ? '' : undefined}
      {...(hint === '' ? {} : { title: shortText(hint) })}
      onClick={onChoose}
    >
      {isLasting && <Icon name="pinned" />}
      <div className="permission-option-text">
        {effect !== undefined && <em className="permission-effect">{effect}</em>}
        <bdi>{cutName(name)}</bdi>
      </div>
      {number <= 9 && (
        <kbd className="permission-key" aria-hidden="true">
          {number}
        </kbd>
      )}
    </Button>
  );
}

/** All of the names that are cut on their buttons, for those who cannot hover over them too. */
export function LongOptions({
  requestId,
  options,
}: {
  readonly requestId: string;
  readonly options: readonly PermissionOption[];
}) {
  const numbered = options.map((option, index) => ({ ...option, number: index + 1 }));
  const long = numbered.filter(({ name }) => isCut(name));
  if (long.length === 0) return null;
  return (
    <div className="permission-long-options">
      <Disclosure id={`${requestId}:options`} summary={dockStrings.optionsInFull()}>
        {/* A scrolling area has to be reachable for the keyboard. */}
        <ol
          className="permission-long-names text-scroll"
          tabIndex={0}
          aria-label={dockStrings.optionsInFull()}
        >
          {long.map(({ optionId, name, number }) => (
            <li key={optionId} value={number}>
              <bdi>
                <WholeName name={name} />
              </bdi>
            </li>
          ))}
        </ol>
      </Disclosure>
    </div>
  );
}

/** Rendered when the names are unfolded. */
function WholeName({ name }: { readonly name: string }) {
  return <TextChunks text={visibleLine(name)} />;
}

/** The name of an option as its button shows it. */
export function cutName(name: string): string {
  const start = visibleLine(name.slice(0, LOOKED_AT));
  return isCut(name) ? `${startOf(start, MAX_CHARACTERS - 1)}…` : start;
}

function isCut(name: string): boolean {
  return name.length > MAX_CHARACTERS || visibleLine(name).length > MAX_CHARACTERS;
}
