// A knock of wood for a move, two for the end. Off until the player switches it on.

const KEY = "outwit-sound";
let context = null;

export const isOn = () => localStorage.getItem(KEY) === "on";

export function toggle() {
  localStorage.setItem(KEY, isOn() ? "off" : "on");
  knock();
}

export function knock(times = 1) {
  if (!isOn()) return;
  context ??= new AudioContext();
  for (let i = 0; i < times; i++) {
    const at = context.currentTime + i * 0.14;
    const tone = new OscillatorNode(context, { type: "triangle", frequency: 180 });
    const volume = new GainNode(context, { gain: 0.25 });
    volume.gain.setValueAtTime(0.25, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.11);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.12);
  }
}
