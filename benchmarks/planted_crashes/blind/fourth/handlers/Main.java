// a: Decoders.registerDefaults
// b: MimeTypes.of
// why: no decoder is registered for WebP, or the type of .jpg files is not the one that decoders go by
package planted.handlers;

import java.util.HashMap;
import java.util.Map;

interface Decoder {
    String decode(String file);
}

class PngDecoder implements Decoder {
    public String decode(String file) {
        return "png of " + file;
    }
}

class JpegDecoder implements Decoder {
    public String decode(String file) {
        return "jpeg of " + file;
    }
}

class Decoders {
    private final Map<String, Decoder> byType = new HashMap<>();

    void register(String type, Decoder decoder) {
        byType.put(type, decoder);
    }

    void registerDefaults() {
        register("image/png", new PngDecoder());
        register("image/jpeg", new JpegDecoder());
    }

    Decoder forType(String type) {
        return byType.get(type);
    }
}

class MimeTypes {
    static String of(String file) {
        String extension = file.substring(file.lastIndexOf('.') + 1);
        return "image/" + extension.toLowerCase();
    }
}

class ImageLoader {
    private final Decoders decoders;

    ImageLoader(Decoders decoders) {
        this.decoders = decoders;
    }

    String load(String file) {
        String type = MimeTypes.of(file);
        Decoder decoder = decoders.forType(type);
        return decoder.decode(file);
    }
}

class Main {
    public static void main(String[] args) {
        Decoders decoders = new Decoders();
        decoders.registerDefaults();
        String file = args[0].equals("a") ? "banner.webp" : "banner.jpg";
        System.out.println(new ImageLoader(decoders).load(file));
    }
}
