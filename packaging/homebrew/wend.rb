class Wend < Formula
  desc "Hierarchical pathfinding on weighted tiles that change at run time"
  homepage "https://example.org/wend"
  url "https://example.org/wend.git", tag: "v0.1.0", revision: "0000000000000000000000000000000000000000"
  license "MIT"
  head "https://example.org/wend.git", branch: "main"

  depends_on "cmake" => :build
  depends_on "pkgconf" => :build
  depends_on "scdoc" => :build
  depends_on "xxhash" => :build
  depends_on "cjson"
  depends_on "jpeg-turbo"
  depends_on "libspng"
  depends_on "libyaml"
  depends_on "zstd"

  uses_from_macos "expat"
  uses_from_macos "zlib"

  resource "stb" do
    url "https://github.com/nothings/stb.git", revision: "8b5f1f37b5b75829fc72d38e7b5d4bcbf8a26d55"
  end

  def install
    (buildpath/"include/stb").install resource("stb")
    args = %W[
      -DBUILD_SHARED_LIBS=ON
      -DCMAKE_INSTALL_RPATH=#{rpath}
      -DCMAKE_INCLUDE_PATH=#{buildpath}/include
      -DWEND_BUILD_VIEWER=OFF
      -DWEND_GDAL=OFF
      -DWEND_MPI=OFF
      -DWEND_WERROR=OFF
    ]
    system "cmake", "-S", ".", "-B", "build", *args, *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"plan.map").write <<~MAP
      type octile
      height 2
      width 5
      map
      ..@..
      .....
    MAP
    system bin/"wend", "bake", "plan.map", "-o", "plan.wend"
    assert_match "found", shell_output("#{bin}/wend path plan.wend --from 0,0 --to 4,0")
  end
end
