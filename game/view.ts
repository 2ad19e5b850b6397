import type { Engine } from '../index.ts';
import type { InspectedServer, InspectorTime } from '../systems/render/index.ts';
import type { CameraControl } from './camera-control.ts';
import type { Figures } from './figures.ts';
import type { HelpContent } from './hud/help.ts';
import type { Stage } from './stage.ts';

/** What stays when one view follows another, and what a view asks of the page. */
export interface Surroundings {
  readonly stage: Stage;
  readonly camera: CameraControl;
  readonly canvas: HTMLCanvasElement;
  /** Whether the machine has been asked for the finer picture. */
  readonly fine: boolean;
  /** Where panels and tools go. */
  readonly interface: HTMLElement;
  /** Where names go. */
  readonly labels: HTMLElement;
  /** Opens what there is to say about captures. */
  showCaptures(): void;
  showHelp(): void;
  /** Opens the choice of what the page shows. */
  showScenes(): void;
  /** Ends a capture: back to what it was opened in. */
  leaveCapture(): void;
  /** What that is: 'the field', or a scene's title. */
  readonly before: string;
  /** Has the crowd's scene with so many people. */
  showCrowd(count: number): void;
  /** Opens or closes the inspector. */
  inspect(): void;
  /** Tells that somebody was selected; 0: nobody. */
  selected(guid: number): void;
}

/** How a view differs from others when it is inspected. */
export interface ViewInspection {
  /** Where the picture is between two steps, 0 to 1. */
  readonly alpha?: () => number;
  readonly time?: InspectorTime;
  /** Whether the world can be put back, and its network recorded. Default true. */
  readonly past?: boolean;
  /** The server behind the world, whose systems are listed, too. */
  readonly server?: InspectedServer;
}

/** What the page shows: a world, its figures, and the panels that go with it. The page has one at a time. */
export interface View {
  readonly engine: Engine;
  readonly figures: Figures;
  /** What the picture is of, for those who do not see it. */
  readonly description: string;
  readonly help: HelpContent;
  /** What keys do here, beside those of the page. */
  readonly keys: Readonly<Record<string, () => void>>;
  /** How much of what has to be there before the first picture is there. */
  readonly readiness: { readonly text: string; readonly share: number };

  /** Brings world and scene to a frame's time. @param time Seconds. @param passed Seconds since the last frame. */
  update(time: number, passed: number): void;
  /** Brings what stands around the picture in line with it, after it is drawn. */
  after(time: number, framesPerSecond: number): void;

  /** Takes a tap or click on the picture, in CSS pixels from its corner; false, or not there: it selects somebody. */
  tap?(x: number, y: number): boolean;

  /** Selects somebody; 0: nobody. */
  select(guid: number): void;
  setPaused(paused: boolean): void;
  /** Changes the factor on time, here and at the server. */
  setSpeed?(factor: number): void;
  /** Who a guid is; undefined: nobody known. */
  nameOf?(guid: number): string | undefined;
  readonly inspection?: ViewInspection;
  setFollowing(on: boolean): void;
  setLabels(visible: boolean): void;
  readonly labelled: boolean;
  /** Puts the camera back. */
  resetView(): void;
  showMarkers(visible: boolean): void;
  /** A place on the picture's ground was meant, in scene coordinates. */
  callTo(ground: { x: number; y: number; z: number }): void;

  /** Takes everything of its own out of the scene and the page. */
  dispose(): void;
}
