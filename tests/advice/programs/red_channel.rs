// red_channel.rs: the histogram of one channel of an image whose pixels have four channels.
//
// Defect: of each pixel of 16 bytes, one channel of 4 bytes is used.
// Expert: struct Pixel has fields that histogram() does not use: store each channel in an array of its own.
// Remedy: with `--cfg repaired`, the red channel is a vector of its own.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#[derive(Clone, Copy)]
struct Pixel {
    red: f32,
    green: f32,
    blue: f32,
    alpha: f32,
}

struct Image {
    pixels: Vec<Pixel>,
    #[allow(dead_code)]
    red: Vec<f32>,
}

#[inline(never)]
fn histogram(image: &Image, bins: &mut [u32; 64]) {
    #[cfg(repaired)]
    for red in &image.red {
        bins[(*red * 63.0) as usize & 63] += 1;
    }
    #[cfg(not(repaired))]
    for pixel in &image.pixels {
        bins[(pixel.red * 63.0) as usize & 63] += 1;
    }
}

fn main() {
    let pixels: Vec<Pixel> = (0..40000)
        .map(|i| Pixel { red: (i % 97) as f32 / 97.0, green: 0.5, blue: (i % 7) as f32, alpha: 1.0 })
        .collect();
    #[cfg(repaired)]
    let red = pixels.iter().map(|p| p.red).collect();
    #[cfg(not(repaired))]
    let red = Vec::new();
    let image = Image { pixels, red };
    let mut bins = [0u32; 64];
    for _ in 0..20 {
        histogram(&image, &mut bins);
    }
    let last = image.pixels[39999];
    println!("{:?} {}", &bins[..4], last.green + last.blue + last.alpha);
}
