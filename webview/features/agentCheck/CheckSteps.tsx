// The steps of the check, with the time that each took; that of the running one counts.
import { useEffect, useState } from 'react';
import type { CheckStep } from '../../../src/features/agentCheck/core/checkReport.ts';
import { durationText, secondsText } from '../../text/format.ts';
import { TextChunks } from '../../text/PlainText.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { STEP_ICONS } from './stateIcons.ts';

export function CheckSteps({ steps }: { readonly steps: readonly CheckStep[] }) {
  return (
    <ol className="plain-list check-list">
      {steps.map(({ id, label, state, note, durationMs }) => {
        const { icon, label: name } = STEP_ICONS[state];
        return (
          <li key={id} data-testid="check-step" data-name={id} data-state={state}>
            <span className="dim check-mark" data-state={state}>
              <Icon name={icon} spin={state === 'running'} />
              <span className="visually-hidden">{name()}</span>
            </span>
            <span className="preserve-lines page-text">
              <span>{label}</span>
              <span className="dim check-duration">
                {state === 'running' ? (
                  <Elapsed />
                ) : durationMs === undefined ? (
                  ''
                ) : (
                  ` ${durationText(durationMs)}`
                )}
              </span>
              {note !== undefined && (
                <span className="dim check-note">
                  <TextChunks text={note} />
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** Whole seconds since it was rendered first. */
function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return seconds === 0 ? '' : ` ${secondsText(seconds)}`;
}
