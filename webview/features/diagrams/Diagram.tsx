// A code block of Mermaid as the picture that it describes, or its source with the reason why there is none.
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DrawingProps } from '../../markdown/actions.ts';
import { diagramStrings } from './diagramStrings.ts';
import { onThemeChange, themeColors } from './pageTheme.ts';
import type { Drawn } from './drawDiagram.ts';
import './diagrams.css';

/** Scaled down further, the letters of a wide diagram cannot be read: it scrolls instead. */
const MIN_SCALE = 0.75;

type Outcome = Drawn | { readonly reason: string };

export function Diagram({ code, children }: DrawingProps) {
  const colors = useSyncExternalStore(onThemeChange, themeColors);
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    let isCurrent = true;
    const show = (result: Outcome): void => {
      if (isCurrent) setOutcome(result);
    };
    draw(code).then(show, (thrown: unknown) =>
      show({ reason: thrown instanceof Error ? thrown.message : String(thrown) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [code, colors]);
  if (outcome === undefined) return children;
  if ('reason' in outcome) {
    return (
      <>
        {children}
        <div className="diagram-error" role="note" data-testid="diagram-error">
          {diagramStrings.cannotDraw(outcome.reason)}
        </div>
      </>
    );
  }
  const { address, width, height } = outcome;
  return (
    // A scrolling area has to be reachable for the keyboard.
    <div
      className="diagram"
      tabIndex={0}
      role="group"
      aria-label={diagramStrings.diagram()}
      data-testid="diagram"
    >
      <img
        src={address}
        alt=""
        width={width}
        height={height}
        title={code}
        style={{ minWidth: width * MIN_SCALE }}
      />
      <div className="diagram-source">{code}</div>
    </div>
  );
}

/** Mermaid is loaded with the first diagram. */
async function draw(code: string): Promise<Drawn> {
  const { drawDiagram } = await import('./drawDiagram.ts');
  return await drawDiagram(code);
}
