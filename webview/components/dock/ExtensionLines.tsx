// What extensions of the agent want shown while the session goes on.
import { extensionLines } from '../../../src/core/session/extensionInfo.ts';
import { useSession } from '../../panelContext.tsx';

export function ExtensionLines() {
  const meta = useSession(({ info }) => info.meta);
  const lines = extensionLines(meta);
  if (lines.length === 0) return null;
  return (
    <div className="extension-lines" role="status" aria-label="Status of the agent’s extensions">
      {lines.map((line, index) => (
        // The lines have no names of their own, and are replaced as a whole.
        <div key={index} dir="auto">
          {line}
        </div>
      ))}
    </div>
  );
}
