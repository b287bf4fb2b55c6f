// Both cameras' clips as one: started, stopped and moved together, in table time.

import { make, seconds } from "./words.js";

export class Player {
  constructor(place) {
    this.place = place;
    this.shown = [];
    this.rate = 1;
  }

  // Of each camera the clip that shows most. One that is shown already is not touched, so that it plays on;
  // a longer one goes on in its place, at the same moment of table time.
  show(clips) {
    const longest = new Map();
    for (const clip of clips) {
      const before = longest.get(clip.camera);
      if (!before || seconds(...clip.seen) > seconds(...before.seen)) longest.set(clip.camera, clip);
    }
    const chosen = [...longest.values()].sort((one, other) => one.camera.localeCompare(other.camera));
    const { playing, moment } = this;
    this.shown = chosen.map((clip, nth) => this.keep(clip, nth) ?? this.begin(clip, nth, playing, moment));
  }

  keep(clip, nth) {
    const before = this.shown.find((one) => one.clip.sha256 === clip.sha256);
    return before && this.place.children[nth] === before.figure ? before : undefined;
  }

  begin(clip, nth, playing, moment) {
    const video = this.video(clip);
    const figure = make("figure", {}, video, make("figcaption", {}, clip.camera));
    const old = this.shown.find((one) => one.clip.camera === clip.camera);
    if (old) old.figure.replaceWith(figure);
    else this.place.insertBefore(figure, this.place.children[nth] ?? null);
    video.playbackRate = this.rate;
    if (moment) video.currentTime = Math.max(0, (moment - Date.parse(clip.seen[0])) / 1000);
    if (playing) video.play();
    return { clip, video, figure };
  }

  // Where the first clip is in table time; nothing before anybody has looked at it.
  get moment() {
    const [first] = this.shown;
    return first?.video.currentTime ? Date.parse(first.clip.seen[0]) + first.video.currentTime * 1000 : undefined;
  }

  video(clip) {
    return make("video", {
      src: `/evidence/${clip.file}`, controls: true, muted: true, preload: "auto", playsInline: true,
      "aria-label": `${clip.camera} camera, ${clip.seen[0]} to ${clip.seen[1]}`,
    });
  }

  get playing() {
    return this.shown.some(({ video }) => !video.paused);
  }

  toggle() {
    const start = !this.playing;
    if (start && this.shown.every(({ video }) => video.ended)) this.goTo(this.shown[0].clip.seen[0]);
    for (const { video } of this.shown) start ? video.play() : video.pause();
  }

  goTo(moment, before = 0) {
    for (const { clip, video } of this.shown) {
      video.currentTime = Math.max(0, seconds(clip.seen[0], moment) - before);
    }
  }

  pace(rate) {
    this.rate = rate;
    for (const { video } of this.shown) video.playbackRate = rate;
  }
}
