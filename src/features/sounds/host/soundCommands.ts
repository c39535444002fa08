// The commands that play a sound on each system: what comes with it, since nothing is bundled.
import type { UnreadActivity } from '../../../core/session/unreadActivity.ts';

export interface SoundCommand {
  /** Absolute, so that no program of a folder is run in its place. */
  readonly program: string;
  readonly args: readonly string[];
  /** What the program reads from its input. */
  readonly input?: Uint8Array;
}

const MAC_SOUNDS: Readonly<Record<UnreadActivity, string>> = {
  finished: 'Glass',
  waiting: 'Ping',
  failed: 'Basso',
};

const WINDOWS_SOUNDS: Readonly<Record<UnreadActivity, string>> = {
  finished: 'Windows Notify System Generic.wav',
  waiting: 'Windows Notify.wav',
  failed: 'Windows Error.wav',
};

/** Names of the freedesktop sound theme. */
const LINUX_SOUNDS: Readonly<Record<UnreadActivity, string>> = {
  finished: 'complete',
  waiting: 'message',
  failed: 'dialog-error',
};

/** In hertz, one after the other, where there is no sound theme. */
const TONES: Readonly<Record<UnreadActivity, readonly number[]>> = {
  finished: [660, 880],
  waiting: [880, 880],
  failed: [440, 330],
};

/** The commands to try in turn, until one succeeds; none for a system without such a command. */
export function soundCommands(
  activity: UnreadActivity,
  platform: NodeJS.Platform,
  windowsFolder = 'C:\\Windows',
): readonly SoundCommand[] {
  switch (platform) {
    case 'darwin':
      return [{ program: '/usr/bin/afplay', args: [`/System/Library/Sounds/${MAC_SOUNDS[activity]}.aiff`] }];
    case 'win32': {
      const file = `${windowsFolder}\\Media\\${WINDOWS_SOUNDS[activity]}`.replaceAll("'", "''");
      const script = `(New-Object System.Media.SoundPlayer '${file}').PlaySync()`;
      return [
        {
          program: `${windowsFolder}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`,
          args: ['-NoProfile', '-NonInteractive', '-Command', script],
        },
      ];
    }
    case 'linux': {
      const name = LINUX_SOUNDS[activity];
      const file = `/usr/share/sounds/freedesktop/stereo/${name}.oga`;
      return [
        { program: '/usr/bin/canberra-gtk-play', args: ['-i', name] },
        { program: '/usr/bin/paplay', args: [file] },
        { program: '/usr/bin/pw-play', args: [file] },
        { program: '/usr/bin/aplay', args: ['-q', '-'], input: toneFile(TONES[activity]) },
      ];
    }
    default:
      return [];
  }
}

const SAMPLE_RATE = 8_000;
const TONE_SECONDS = 0.15;
const VOLUME = 8_000;

/** A WAV file with the tones: mono, 16 bits. */
export function toneFile(frequencies: readonly number[]): Uint8Array {
  const perTone = SAMPLE_RATE * TONE_SECONDS;
  const dataBytes = frequencies.length * perTone * 2;
  const file = Buffer.alloc(44 + dataBytes);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + dataBytes, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLE_RATE, 24);
  file.writeUInt32LE(SAMPLE_RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(dataBytes, 40);
  for (const [tone, frequency] of frequencies.entries()) {
    for (let sample = 0; sample < perTone; sample++) {
      const fade = 1 - sample / perTone;
      const value = Math.sin((2 * Math.PI * frequency * sample) / SAMPLE_RATE) * VOLUME * fade;
      file.writeInt16LE(Math.round(value), 44 + 2 * (tone * perTone + sample));
    }
  }
  return file;
}
