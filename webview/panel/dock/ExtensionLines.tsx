// Lines that extensions of the agent show while the session is open, above the composer or below it.
import { extensionLines, type LinesPlacement } from '../../../src/core/session/info/extensionInfo.ts';
import { useSession } from '../state/panelContext.tsx';
import { dockStrings } from './dockStrings.ts';
import './extensionLines.css';

const LABELS: Readonly<Record<LinesPlacement, () => string>> = {
  above: dockStrings.extensionStatus,
  below: dockStrings.moreExtensionStatus,
};

export function ExtensionLines({ placement }: { readonly placement: LinesPlacement }) {
  const meta = useSession(({ info }) => info.meta);
  const lines = extensionLines(meta, placement);
  if (lines.length === 0) return null;
  return (
    <div
      className="dim preserve-lines extension-lines"
      data-placement={placement}
      role="status"
      aria-label={LABELS[placement]()}
    >
      {lines.map((line, index) => (
        // The lines have no names of their own, and are replaced as a whole.
        <div key={index} dir="auto">
          {line}
        </div>
      ))}
    </div>
  );
}
