#include "engine/sph/Friction.h"
#include "engine/sph/Gradient.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

/// dt times the velocity gradient completes the elastic deformation: F** + F**^T - 2 I, with (grad v**) F: (12).
SASTRUGI_INLINE Symmetric8 predictedStrain(const Matrix8& gradient, const Symmetric8& elastic, Float8 dt)
{
    const Symmetric8 change = twiceSymmetricPart(gradient * elastic);
    const Float8 one(1);
    return {fma(dt, change.xx, Float8(2) * (elastic.xx - one)), fma(dt, change.xy, Float8(2) * elastic.xy),
            fma(dt, change.xz, Float8(2) * elastic.xz),         fma(dt, change.yy, Float8(2) * (elastic.yy - one)),
            fma(dt, change.yz, Float8(2) * elastic.yz),         fma(dt, change.zz, Float8(2) * (elastic.zz - one))};
}

SASTRUGI_INLINE void addToDiagonal(Symmetric8& a, Float8 value)
{
    a.xx += value;
    a.yy += value;
    a.zz += value;
}

template <class Domain>
SASTRUGI_INLINE void stressOfGroup(const SphBlock& block, ShearInput input, std::size_t i, std::uint32_t first,
                                   std::uint32_t end)
{
    const SnowArrays& snow = block.snow;
    prefetchAhead(i, snow.correction, snow.elastic, snow.wallSum, snow.rank, snow.shearModulus, snow.stress[0],
                  snow.stress[1], snow.stress[2], snow.meanStress);
    const Symmetric8 correction = load(snow.correction, i);
    const Float8 wallDivergence = input == ShearInput::Velocity ? load(snow.wallDivergence + i) : Float8(0);
    Mask8 deficient;
    const Matrix8 gradient = gradientOfMoved<Domain>(block, i, first, end, wallDivergence, correction, deficient);
    const SphConstants& constants = block.constants;
    const Symmetric8 elastic = load(snow.elastic, i);
    Symmetric8 stress;
    if (input == ShearInput::Velocity)
        stress = predictedStrain(gradient, elastic, constants.timeStep);
    else // the symmetric form takes F = I here, which it is within the critical strains
        stress = twiceSymmetricPart(constants.isSymmetric ? gradient : gradient * elastic);
    const Float8 shearModulus = load(snow.shearModulus + i), strain = trace(stress);
    stress = {shearModulus * stress.xx, shearModulus * stress.xy, shearModulus * stress.xz,
              shearModulus * stress.yy, shearModulus * stress.yz, shearModulus * stress.zz};
    if (constants.traceLambda != 0 || constants.traceShear != 0)
        addToDiagonal(stress, fma(Float8(constants.traceLambda), load(snow.lambda + i),
                                  Float8(constants.traceShear) * shearModulus) *
                                  strain);
    const Float8 mean = Float8(1.0f / 3) * trace(stress);
    if (constants.isSymmetric)
        addToDiagonal(stress, -mean); // the mean is added behind the correction
    if (any(deficient))
        stress = select(deficient, sandwich(spannedDirections(correction), stress), stress);

    Matrix8 corrected = toMatrix(stress) * correction; // T
    if (constants.isSymmetric) {
        corrected.row[0].x += mean;
        corrected.row[1].y += mean;
        corrected.row[2].z += mean;
    }
    const Packed8 position = loadPacked(snow.position + i);
    storePacked(snow.stress[0] + i, position.w * corrected.row[0], position.vector.x);
    storePacked(snow.stress[1] + i, position.w * corrected.row[1], position.vector.y);
    storePacked(snow.stress[2] + i, position.w * corrected.row[2], position.vector.z);
    store(snow.meanStress + i, constants.isSymmetric ? mean : Float8(1.0f / 3) * trace(stress));
}

/// (19): sum_j V_j (T_i + T_j) gradW_ij + (1/3) tr(sigma_i) L_i B_i, over the density. The symmetric form is the
/// adjoint of (18) instead: T = dev(sigma) L + tr(sigma) / 3 I, and no L at B.
template <class Domain>
SASTRUGI_INLINE Vector8 accelerationByStress(const SphBlock& block, std::size_t i, std::uint32_t first,
                                             std::uint32_t end)
{
    const SnowArrays& snow = block.snow;
    prefetchAhead(i, snow.gradientSum, snow.wallSum, snow.meanStress, snow.correction, snow.density, snow.frictionRate,
                  snow.rank);
    const Displacement<Domain::periodic> displacement(block.constants.period);
    const Packed8 rows[3] = {loadPacked(snow.stress[0] + i), loadPacked(snow.stress[1] + i),
                             loadPacked(snow.stress[2] + i)};
    const Vector8 x = {rows[0].w, rows[1].w, rows[2].w};
    const Float8 volume = loadPacked(snow.position + i).w;
    const Float8 perVolume = Float8(1) / select(volume > Float8(0), volume, Float8(1));
    const Vector8 sum = load(snow.gradientSum, i);
    const Vector8 wallSum = load(snow.wallSum, i);
    const Vector8 wall =
        load(snow.meanStress + i) * (block.constants.isSymmetric ? wallSum : load(snow.correction, i) * wallSum);
    Vector8 divergence = {fma(perVolume, dot(rows[0].vector, sum), wall.x),
                          fma(perVolume, dot(rows[1].vector, sum), wall.y),
                          fma(perVolume, dot(rows[2].vector, sum), wall.z)};
    for (std::uint32_t row = first; row < end; ++row) {
        const PairRow pair = pairRow(block.neighbours, row);
        const Packed8 r0 = gatherPacked(snow.stress[0], pair.indices), r1 = gatherPacked(snow.stress[1], pair.indices),
                      r2 = gatherPacked(snow.stress[2], pair.indices);
        const Vector8 gradient = pair.gradient * displacement(x, {r0.w, r1.w, r2.w});
        divergence.x += dot(r0.vector, gradient);
        divergence.y += dot(r1.vector, gradient);
        divergence.z += dot(r2.vector, gradient);
    }
    return (Float8(1) / load(snow.density + i)) * divergence;
}

/// Friction in the system. Every row is divided by the diagonal part I + dt K: rows of strong friction would otherwise
/// set the scale of the residual, and the snow above them would be solved less well.
SASTRUGI_INLINE FrictionMatrix frictionOf(const SnowArrays& snow, std::size_t i)
{
    return {snow.frictionRate, snow.tangentialRate, snow.wallSum, i};
}

/// Calls body(i, A u) for the groups of a block, u being what the stress was computed from and `u` its array.
template <class Body>
SASTRUGI_INLINE void forEachProduct(const SphBlock& block, const VectorPointers& u, Body&& body)
{
    const Float8 dt(block.constants.timeStep);
    withPeriod(block.constants, [&](auto domain) {
        forEachGroup(block.begin, block.end, block.neighbours,
                     [&](std::size_t i, std::uint32_t first, std::uint32_t end) {
                         prefetchAhead(i, u);
                         const Vector8 byStress = accelerationByStress<decltype(domain)>(block, i, first, end);
                         body(i, load(u, i) - (dt * dt) * frictionOf(block.snow, i).solve(dt, byStress));
                     });
    });
}

} // namespace

void shearStress(const SphBlock& block, ShearInput input)
{
    withPeriod(block.constants, [&](auto domain) {
        forEachGroup(block.begin, block.end, block.neighbours,
                     [&](std::size_t i, std::uint32_t first, std::uint32_t end) {
                         stressOfGroup<decltype(domain)>(block, input, i, first, end);
                     });
    });
}

Dots shearSource(const SphBlock& block)
{
    const SnowArrays& snow = block.snow;
    const Float8 dt(block.constants.timeStep);
    Double8 squared, count;
    withPeriod(block.constants, [&](auto domain) {
        forEachGroup(
            block.begin, block.end, block.neighbours, [&](std::size_t i, std::uint32_t first, std::uint32_t end) {
                prefetchAhead(i, snow.frictionDrive, snow.velocity, snow.residual, snow.shear);
                // Friction pulls towards the walls: + kappa vbar - kappa v**
                const FrictionMatrix friction = frictionOf(snow, i);
                const Vector8 pull = load(snow.frictionDrive, i) - friction * load(snow.velocity, i);
                const Vector8 source =
                    friction.solve(dt, accelerationByStress<decltype(domain)>(block, i, first, end) + pull);
                store(snow.residual, i, source);
                const Mask8 real = lanesBelow(i, block.end), surrounded = load(snow.rank + i) >= Float8(0);
                const Vector8 counted = where(real & surrounded, source);
                squared.addProduct(counted.x, counted.x);
                squared.addProduct(counted.y, counted.y);
                squared.addProduct(counted.z, counted.z);
                count.add(where(real & surrounded, Float8(1)));
                // Where no stress couples, the system is diagonal and solved here.
                const Vector8 start = load(snow.shear, i);
                store(snow.shear, i,
                      where(real, {select(surrounded, start.x, source.x), select(surrounded, start.y, source.y),
                                   select(surrounded, start.z, source.z)}));
            });
    });
    return {squared.sum(), count.sum(), 0};
}

Dots shearResidual(const SphBlock& block)
{
    const SnowArrays& snow = block.snow;
    Double8 counted;
    forEachProduct(block, snow.shear, [&](std::size_t i, const Vector8& product) {
        prefetchAhead(i, snow.residual, snow.shadow, snow.direction, snow.moved);
        const Mask8 real = lanesBelow(i, block.end), surrounded = load(snow.rank + i) >= Float8(0);
        const Vector8 residual = where(real & surrounded, load(snow.residual, i) - product);
        store(snow.residual, i, residual);
        store(snow.shadow, i, residual);
        store(snow.direction, i, residual);
        storePacked(snow.moved + i, residual, Float8(0));
        counted.addProduct(residual.x, residual.x);
        counted.addProduct(residual.y, residual.y);
        counted.addProduct(residual.z, residual.z);
    });
    return {counted.sum(), 0, 0};
}

Dots shearImage(const SphBlock& block)
{
    const SnowArrays& snow = block.snow;
    Double8 shadowImage;
    forEachProduct(block, snow.direction, [&](std::size_t i, const Vector8& product) {
        prefetchAhead(i, snow.shadow, snow.image);
        const Vector8 image = where(lanesBelow(i, block.end), product), shadow = load(snow.shadow, i);
        store(snow.image, i, image);
        shadowImage.addProduct(shadow.x, image.x);
        shadowImage.addProduct(shadow.y, image.y);
        shadowImage.addProduct(shadow.z, image.z);
    });
    return {shadowImage.sum(), 0, 0};
}

Dots shearSecond(const SphBlock& block)
{
    const SnowArrays& snow = block.snow;
    Double8 cross, own;
    forEachProduct(block, snow.residual, [&](std::size_t i, const Vector8& product) {
        prefetchAhead(i, snow.second);
        const Vector8 second = where(lanesBelow(i, block.end), product), residual = load(snow.residual, i);
        store(snow.second, i, second);
        cross.addProduct(second.x, residual.x);
        cross.addProduct(second.y, residual.y);
        cross.addProduct(second.z, residual.z);
        own.addProduct(second.x, second.x);
        own.addProduct(second.y, second.y);
        own.addProduct(second.z, second.z);
    });
    return {cross.sum(), own.sum(), 0};
}

void publishShear(const SphBlock& block)
{
    const SnowArrays& snow = block.snow;
    for (std::size_t i = block.begin; i < block.end; i += lanes)
        storePacked(snow.moved + i, load(snow.shear, i), Float8(0));
}

} // namespace sastrugi::SASTRUGI_ISA
