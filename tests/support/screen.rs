//! A screen that nobody sees, and pictures of what is on it.

use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;

/// Width and height, in pixels.
const SIZE: (usize, usize) = (1440, 1000);

/// An X server whose screen is a file in memory, gone when dropped.
pub(crate) struct Screen {
    server: Child,
    display: String,
    folder: TempDir,
}

/// A part of the screen, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) left: usize,
    pub(crate) top: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Screen {
    pub(crate) fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0"])
            .arg(format!("{}x{}x24", SIZE.0, SIZE.1))
            .args(["-nolisten", "tcp", "-noreset", "-nocursor", "-fbdir"])
            .arg(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap())
            .read_line(&mut number)
            .unwrap();
        assert!(!number.trim().is_empty(), "Xvfb found no free display");
        Self {
            server,
            display: format!(":{}", number.trim()),
            folder,
        }
    }

    /// Its name, for `DISPLAY`.
    pub(crate) fn display(&self) -> &str {
        &self.display
    }

    /// What is to be seen now of a part of the screen. What lies beyond the screen is left out.
    pub(crate) fn look(&self, part: Part) -> Look {
        // XWDFile.h of X11: numbers of four bytes, the highest first; then 12 bytes a colour of the
        // map, which a screen of true colours does not use; then the rows, here of blue, green, red
        // and a byte without meaning.
        let screen = fs::read(self.folder.path().join("Xvfb_screen0")).unwrap();
        let number = |place: usize| {
            let bytes = screen[4 * place..][..4].try_into().unwrap();
            u32::from_be_bytes(bytes) as usize
        };
        let (header, row, mapped) = (number(0), number(12), number(19));
        assert_eq!((number(4), number(5), number(11)), (SIZE.0, SIZE.1, 32));
        let (width, height) = (
            part.width.min(SIZE.0 - part.left),
            part.height.min(SIZE.1 - part.top),
        );
        let rows = screen[header + 12 * mapped..].chunks(row);
        let mut dots = Vec::with_capacity(4 * width * height);
        for row in rows.skip(part.top).take(height) {
            dots.extend_from_slice(&row[4 * part.left..][..4 * width]);
        }
        Look {
            width,
            height,
            dots,
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// What was to be seen of a part of a screen.
#[derive(PartialEq, Eq)]
pub(crate) struct Look {
    width: usize,
    height: usize,
    /// Row by row, four bytes each: blue, green, red, and one without meaning.
    dots: Vec<u8>,
}

impl Look {
    /// A picture of it, in PNG.
    pub(crate) fn png(&self) -> Vec<u8> {
        let mut colours = vec![0; 3 * self.width * self.height];
        for (dot, colour) in self.dots.chunks_exact(4).zip(colours.chunks_exact_mut(3)) {
            (colour[0], colour[1], colour[2]) = (dot[2], dot[1], dot[0]);
        }
        let [width, height] = [self.width, self.height].map(|side| u32::try_from(side).unwrap());
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&colours).unwrap();
        writer.finish().unwrap();
        file
    }
}
