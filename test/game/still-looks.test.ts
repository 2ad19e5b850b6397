import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { RawTexture } from '@babylonjs/core/Materials/Textures/rawTexture.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { Scene } from '@babylonjs/core/scene.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { richMaterial } from '../../game/rich-material.ts';
import { StillLooks } from '../../game/still-looks.ts';

describe('what stands still looks plain first, and rich when it can be drawn so', () => {
  let engine: NullEngine;
  let scene: Scene;
  let looks: StillLooks;
  const picture = () => {
    const texture = RawTexture.CreateRGBATexture(new Uint8Array(4).fill(255), 1, 1, scene, false);
    // Textures of an engine that draws nothing never say that they are there.
    texture.isBlocking = false;
    return texture;
  };
  const look = (name: string) => ({ name, picture: picture(), times: picture() });
  const box = () => CreateBox('box', {}, scene);

  beforeEach(() => {
    engine = new NullEngine();
    scene = new Scene(engine);
    looks = new StillLooks(scene);
  });
  afterEach(() => engine.dispose());

  it('all change together, and nothing of the plain looks stays', async () => {
    const stone = look('stone');
    const [one, other, tree] = [box(), box(), box()];
    looks.wear(one, stone);
    looks.wear(other, stone);
    looks.wear(tree, look('wood'));
    expect(one.material).toBe(other.material);
    expect(one.material?.getClassName()).toBe('ShaderMaterial');

    await looks.enrich(richMaterial);
    expect(one.material).toBe(other.material);
    expect([one, tree].map(({ material }) => material?.getClassName())).toEqual([
      'StandardMaterial',
      'StandardMaterial',
    ]);
    expect(scene.materials).toHaveLength(2);
    expect(scene.textures).toHaveLength(4);

    const late = box();
    looks.wear(late, look('late'));
    expect(late.material?.getClassName()).toBe('StandardMaterial');
  });

  it('who is gone before then leaves nothing behind', async () => {
    const gone = box();
    looks.wear(gone, look('gone'));
    const changed = looks.enrich(richMaterial);
    gone.dispose(false, true);
    await changed;
    expect(scene.materials).toHaveLength(0);
  });

  it('a look whose last wearer is gone can be worn again', () => {
    const stone = look('stone');
    const gone = box();
    looks.wear(gone, stone);
    gone.dispose(false, true);
    const next = box();
    looks.wear(next, stone);
    expect(scene.materials).toEqual([next.material]);
  });
});
