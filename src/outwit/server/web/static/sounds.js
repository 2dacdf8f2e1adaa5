// The sounds of a game, made here from tones and noise. Off until the player switches them on.

const KEY = "outwit-sound";
// The parts of each sound. Seconds: `at`, its beginning, and `lasts`; hertz: `from`, and `to` at the
// end of a tone. Without a wave it is noise around a frequency, as of wood on wood.
const SOUNDS = {
  move: [
    { from: 1100, at: 0, lasts: 0.035, gain: 0.5 },
    { wave: "triangle", from: 210, to: 150, at: 0, lasts: 0.1, gain: 0.4 },
  ],
  capture: [
    { from: 1700, at: 0, lasts: 0.05, gain: 0.7 },
    { wave: "triangle", from: 260, to: 120, at: 0, lasts: 0.14, gain: 0.5 },
    { from: 800, at: 0.07, lasts: 0.06, gain: 0.5 },
  ],
  end: [
    { wave: "sine", from: 392, to: 392, at: 0, lasts: 0.5, gain: 0.28 },
    { wave: "sine", from: 494, to: 494, at: 0.12, lasts: 0.55, gain: 0.25 },
    { wave: "sine", from: 587, to: 587, at: 0.24, lasts: 0.75, gain: 0.25 },
  ],
  low: [
    { wave: "square", from: 880, to: 880, at: 0, lasts: 0.08, gain: 0.12 },
    { wave: "square", from: 880, to: 880, at: 0.16, lasts: 0.08, gain: 0.12 },
  ],
};
let context = null;

export const isOn = () => localStorage.getItem(KEY) === "on";

export function toggle() {
  localStorage.setItem(KEY, isOn() ? "off" : "on");
  play("move");
}

// Play a sound: "move", "capture", "end" or "low".
export function play(name) {
  if (!isOn()) return;
  context ??= new AudioContext();
  // Browsers keep a page silent until somebody has touched it; a sound from before is not made up for.
  if (context.state === "suspended") context.resume();
  if (context.state !== "running" && !navigator.userActivation?.hasBeenActive) return;
  perform(name, context, context.currentTime);
}

// The sound of a new state: a side that has lost squares was captured from. The words of its
// squares begin with its name.
export function after(state, last) {
  const start = `${state.players[state.turn].side} `;
  const held = ({ words }) => Object.values(words).filter((said) => said.startsWith(start)).length;
  if (state.outcome) return "end";
  return state.n > last.n && held(state) < held(last) ? "capture" : "move";
}

// Write a sound into an audio context, and return its length in seconds.
export function perform(name, audio, begin = 0) {
  for (const { wave, from, to, at, lasts, gain } of SOUNDS[name]) {
    const [start, end] = [begin + at, begin + at + lasts];
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(gain, start + 0.004);
    volume.gain.exponentialRampToValueAtTime(0.001, end);
    volume.connect(audio.destination);
    let source;
    if (wave) {
      source = new OscillatorNode(audio, { type: wave, frequency: from });
      source.frequency.setValueAtTime(from, start);
      source.frequency.exponentialRampToValueAtTime(to, end);
      source.connect(volume);
    } else {
      source = new AudioBufferSourceNode(audio, { buffer: noise(audio, lasts) });
      source.connect(new BiquadFilterNode(audio, { type: "bandpass", frequency: from, Q: 1.5 })).connect(volume);
    }
    source.start(start);
    source.stop(end);
  }
  return Math.max(...SOUNDS[name].map(({ at, lasts }) => at + lasts));
}

function noise(audio, seconds) {
  const buffer = new AudioBuffer({ length: Math.ceil(seconds * audio.sampleRate), sampleRate: audio.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  return buffer;
}
